// SPDX-License-Identifier: BSD-3-Clause
// What lies in the pipes of spatialDistribution (MLS 3.7.4.2): a quantity that is carried along, and comes out as it
// went in.
#pragma once

#include <array>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "runtime/external/provided.h"

namespace stiction::runtime {

/// The contents of the pipes of one run.
///
/// A pipe reaches from 0 to 1; its contents have moved by x. A place y in the pipe has the coordinate y - x, which goes
/// with the contents: what is in the pipe lies between -x and 1 - x. What enters in a step is a polynomial through the
/// values at the ends and thirds of the step. What has left is kept for one step, in which earlier times are asked for.
class Transports : public ExternalObject {
 public:
  std::string Name() const override { return "the contents of spatialDistribution()"; }

  /// A pipe filled with a piecewise linear distribution. @param x how far it has moved at the start
  /// @returns empty, or a sentence that says what is wrong with the points
  std::string Add(std::span<const double> points, std::span<const double> values, double x);

  /// What moved in a step: at its beginning, at one third, at two thirds and at the end.
  struct Step {
    std::array<double, 4> in0, in1, x;
  };
  void Append(size_t pipe, const Step& step);

  /// The value at an end of a pipe.
  /// @param end 0 or 1
  /// @returns 0 if there is no such pipe yet
  double ValueAt(size_t pipe, int end, double x) const;

 private:
  /// A polynomial through `count` points, valid from `low` to `high`.
  struct Segment {
    double low = 0, high = 0;
    int count = 0;
    std::array<double, 4> at{}, value{};
  };
  using Contents = std::deque<Segment>;

  static double ValueOf(const Segment& segment, double at);
  /// Appends a segment with these points at the end where they lie. @pre they are in order
  static void Enter(Contents& contents, bool at_left, std::span<const double> at, std::span<const double> values);
  /// Removes what lies outside of a pipe.
  static void Trim(Contents& contents, double low, double high);

  std::vector<Contents> pipes_;
};

/// The function under which generated code asks for ValueAt, by ExternalCalls: (transports, pipe, end, x).
std::vector<ProvidedFunction> ProvidedTransports();

/// Number of the object that stands for the Transports of the run.
constexpr double kTransportsOfTheRun = -1;

}  // namespace stiction::runtime
