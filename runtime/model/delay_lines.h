// SPDX-License-Identifier: BSD-3-Clause
// The past of delayed expressions: delay(expr, delayTime) of MLS 3.7.4.1, and of the arguments of spatialDistribution
// (MLS 3.7.4.2).
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "runtime/execute/tape.h"
#include "runtime/external/transports.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// Remembers what each delayed expression was, and puts what it was `delay time` ago into its slot.
///
/// The past is made of pieces between jumps; a piece is a cubic polynomial for each step, through the values at its
/// ends and thirds. A jump at t0 arrives at t0 + delay time, as a time event: before it, the piece that ends at t0 is
/// read, after it the one that begins there. Before the start the expression was what it is at the start; the end of
/// that constant arrives like a jump.
class DelayLines {
 public:
  /// The value at the ends and thirds of a step, for each delay.
  using Samples = std::array<std::vector<double>, 4>;

  /// @param slots array of program.initial_slots.size() doubles; outlives this
  DelayLines(const Program& program, double* slots, Tape& tape)
      : program_(program), slots_(slots), tape_(tape), transports_(tape.transports()) {}

  bool empty() const { return program_.delays.empty(); }

  /// Begins at t. @pre the slots hold the solution of the initial system
  /// @param stop_time the end of the run [s]
  /// @returns nothing on success, else a sentence about a delay time that is not positive or far too short, with its
  ///   place
  std::optional<std::string> Start(double t, double stop_time);

  /// Puts the delayed values of time t into their slots.
  void SetValues(double t);

  /// The delayed expressions as the slots are now.
  std::vector<double> Current();

  /// The shortest delay time, or time in which what is transported passes a quarter of its way [s]; no step may be
  /// longer. Infinite if there is none.
  double Shortest() const;

  /// Time of the next arrival of a jump after t [s]; infinite if there is none.
  double Next(double t) const;

  /// Jumps that arrive at t have arrived.
  void Arrive(double t);

  /// Appends the values of the expressions in the step from the end of the past to t.
  /// @param samples at the beginning, at one third, at two thirds and at the end of the step
  void Append(double t, const Samples& samples);

  /// The right limit of an event at t, which the slots hold: where it is another one than the left limit, a jump.
  void Jump(double t);

  /// End of the past [s].
  double end() const { return end_; }
  /// The values there.
  const std::vector<double>& last() const { return last_; }

 private:
  struct Segment {
    double begin, end;
    std::array<double, 4> values;
  };
  struct Piece {
    double value = 0;           // at its beginning
    std::optional<double> end;  // nothing: it goes on
    std::deque<Segment> segments;
  };
  struct Line {
    double delay = 0;
    std::deque<Piece> pieces;  // the first one is read, the last one is written
  };

  std::optional<std::string> StartTransports();
  void AppendTransports(double duration, const Samples& samples);
  static double ValueAt(const Piece& piece, double t);

  const Program& program_;
  double* slots_;
  Tape& tape_;
  Transports& transports_;
  std::vector<Line> lines_;
  double longest_step_ = 0;  // of the transports [s]
  double end_ = 0;
  std::vector<double> last_;
};

}  // namespace stiction::runtime
