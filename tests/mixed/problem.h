// SPDX-License-Identifier: BSD-3-Clause
// Random problems of coupled ideal friction elements at rest (docs/friction.md, section 3):
//   J_k a_k = tau_k - sum_i D_ik lambda_i,  gamma = D a,
//   |lambda_i| <= p_i F_i,  lambda_i = F_i where gamma_i > 0, -F_i where gamma_i < 0
// and what tells a solution from another answer: these conditions, and brute force over all 3^n modes. With peaks
// p_i > 1 several configurations may meet the conditions; tests/mixed/release.h tells which is right.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <random>
#include <string>

namespace stiction::test {

struct MixedProblem {
  Eigen::VectorXd inertia, torque;  // J, tau: one per body, m
  Eigen::MatrixXd d;                // D: n elements x m bodies
  Eigen::VectorXd capacity;         // F, n
  Eigen::VectorXd peak;             // p, n: largest holding force / F, at least 1
  Eigen::VectorXd threshold,
      scale;             // of the curve parameter: lambda = p F sa/threshold, gamma = scale (sa -+ threshold)
  Eigen::VectorXi held;  // mode in which the search starts: -1, 0, 1
  Eigen::Index elements() const { return capacity.size(); }
  Eigen::Index bodies() const { return inertia.size(); }
};

enum class Family {
  kDefinite,      // each element between random bodies with random ratios, D of full rank
  kSemidefinite,  // more elements than bodies: their forces are not unique
  kChain,         // a brake and clutches between neighbours
  kTree,          // a clutch from each body to one before it, or to the ground
  kGears          // a chain through gears, and brakes
};
constexpr Family kFamilies[] = {Family::kDefinite, Family::kSemidefinite, Family::kChain, Family::kTree,
                                Family::kGears};
const char* Name(Family family);

/// @param n number of elements
MixedProblem RandomProblem(Family family, Eigen::Index n, std::mt19937_64& random);
/// Elements hold up to twice as much as they rub with; some of them no more than that.
void AddPeaks(MixedProblem& problem, std::mt19937_64& random);
/// Another load on some bodies.
void ChangeLoad(MixedProblem& problem, std::mt19937_64& random);

/// The largest violation of the conditions above, relative to the sizes of forces and torques.
/// @param acceleration m
/// @param force lambda, n
double Violation(const MixedProblem& problem, const Eigen::VectorXd& acceleration, const Eigen::VectorXd& force);

/// Accelerations by trying all modes; they are unique. @pre n is small, no peaks
Eigen::VectorXd BruteForce(const MixedProblem& problem);

/// As a Modelica model without components, all in one class. All stands still; an element with `held` +-1 was in that
/// mode up to now, so it has just come to rest.
/// @param grows torques grow from 0, to those of the problem in one second
std::string ModelicaText(const MixedProblem& problem, const std::string& name, bool grows = false);

}  // namespace stiction::test
