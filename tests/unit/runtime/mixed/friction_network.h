// SPDX-License-Identifier: BSD-3-Clause
// Bodies coupled by ideal friction elements at zero speed, as one mixed block (docs/friction.md, section 3):
//   J_k a_k = tau_k - sum_i D_ik lambda_i,  gamma = D a,
//   gamma_i = sa_i - 1 if sa_i > 1, sa_i + 1 if sa_i < -1, else 0;  lambda_i = F_i, -F_i, F_i sa_i likewise.
// Tearing variables are the sa_i.
#pragma once

#include <string>
#include <vector>

#include "tests/support/add_equation.h"
#include "tests/support/assembler.h"

namespace stiction::test {

struct FrictionNetwork {
  Assembler assembler;
  std::vector<runtime::Slot> sa, acceleration, force, torque, forward, backward;
  runtime::System system;

  FrictionNetwork(const std::vector<double>& inertia, const std::vector<double>& tau,
                  const std::vector<std::vector<double>>& d, const std::vector<double>& capacity) {
    using runtime::OpCode;
    using runtime::Slot;
    Assembler& a = assembler;
    const size_t n = capacity.size();
    const Slot one = a.Slot(1);
    const Slot minus_one = a.Slot(-1);
    const Slot zero = a.Slot(0);
    runtime::BlockCode block;
    block.kind = runtime::BlockCode::Kind::kMixed;
    for (const double t : tau) torque.push_back(a.Slot(t));
    for (size_t i = 0; i < n; ++i) {
      sa.push_back(a.Slot(0));
      const std::string name = "f" + std::to_string(i + 1);
      block.unknown_names.push_back(name + ".sa");
      block.equations.push_back(
          AddEquation(a.program, name + ".a = speed difference", "Friction.mo:" + std::to_string(i + 1) + ":3"));
      block.relations.push_back(a.Relation(OpCode::kGt, sa[i], one, name + ".sa > 1"));
      block.relations.push_back(a.Relation(OpCode::kLt, sa[i], minus_one, name + ".sa < -1"));
      forward.push_back(a.program.relations[2 * i].value);
      backward.push_back(a.program.relations[2 * i + 1].value);
    }
    block.unknowns = sa;
    block.residual = a.Code([&] {
      for (size_t i = 0; i < n; ++i) {
        const Slot most = a.Slot(capacity[i]);
        const Slot stuck = a.Op(OpCode::kMul, most, sa[i]);
        const Slot least = a.Slot(-capacity[i]);
        force.push_back(a.Op(OpCode::kSelect, forward[i], most, a.Op(OpCode::kSelect, backward[i], least, stuck)));
        block.inner.push_back(force.back());
      }
      for (size_t k = 0; k < inertia.size(); ++k) {
        Slot sum = torque[k];
        for (size_t i = 0; i < n; ++i) {
          if (d[i][k] != 0) sum = a.Op(OpCode::kSub, sum, a.Op(OpCode::kMul, a.Slot(d[i][k]), force[i]));
        }
        acceleration.push_back(a.Op(OpCode::kDiv, sum, a.Slot(inertia[k])));
        block.inner.push_back(acceleration.back());
      }
      for (size_t i = 0; i < n; ++i) {
        Slot gamma = zero;
        for (size_t k = 0; k < inertia.size(); ++k) {
          gamma = a.Op(OpCode::kAdd, gamma, a.Op(OpCode::kMul, a.Slot(d[i][k]), acceleration[k]));
        }
        const Slot beyond = a.Op(OpCode::kSelect, forward[i], a.Op(OpCode::kSub, sa[i], one),
                                 a.Op(OpCode::kSelect, backward[i], a.Op(OpCode::kAdd, sa[i], one), zero));
        block.residuals.push_back(a.Op(OpCode::kSub, gamma, beyond));
      }
    });
    block.jacobian = a.Code([&] {
      for (size_t j = 0; j < n; ++j) {
        const Slot slips = a.Op(OpCode::kOr, forward[j], backward[j]);
        const Slot stiffness = a.Op(OpCode::kSelect, slips, zero, a.Slot(capacity[j]));
        for (size_t i = 0; i < n; ++i) {
          double delassus = 0;
          for (size_t k = 0; k < inertia.size(); ++k) delassus += d[i][k] * d[j][k] / inertia[k];
          Slot entry = a.Op(OpCode::kMul, a.Slot(-delassus), stiffness);
          if (i == j) entry = a.Op(OpCode::kSub, entry, slips);
          block.entries.push_back({static_cast<int32_t>(i), static_cast<int32_t>(j), entry});
        }
      }
    });
    system.blocks.push_back(std::move(block));
  }
};

}  // namespace stiction::test
