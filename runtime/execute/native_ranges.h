// SPDX-License-Identifier: BSD-3-Clause
// The ranges of a Program's code that run so often that machine code for them pays.
#pragma once

#include <deque>
#include <vector>

#include "runtime/execute/native_code.h"

namespace stiction::runtime {

class NativeRanges {
 public:
  explicit NativeRanges(const Program& program) : program_(program) {}

  /// The compiled range; null: the tape is to execute it. To be asked for each run.
  NativeFunction::Entry Find(Range range) {
    if (range.end - range.begin < kShort) return nullptr;
    Piece& piece = PieceOf(range);
    if (piece.runs_left > 0 && --piece.runs_left == 0) Compile(range, piece);
    return piece.end == range.end ? piece.native.entry : nullptr;
  }

 private:
  static constexpr int32_t kShort = 12;  // instructions: to enter machine code takes as long
  // About as many runs on the tape take as long as compiling takes.
  static constexpr int kRunsBefore = 30;

  struct Piece {
    int32_t end = 0;
    int runs_left = kRunsBefore;
    NativeFunction native;
  };

  Piece& PieceOf(Range range) {
    if (piece_at_.empty()) piece_at_.assign(program_.code.size(), nullptr);
    Piece*& piece = piece_at_[static_cast<size_t>(range.begin)];
    if (piece == nullptr) {
      piece = &pieces_.emplace_back();
      piece->end = range.end;
    }
    return *piece;
  }
  void Compile(Range range, Piece& piece) {
    if (piece.end == range.end) code_.Compile(program_, range, piece.native);
  }

  const Program& program_;
  std::vector<Piece*> piece_at_;  // by instruction that a range begins with
  std::deque<Piece> pieces_;      // these stay where they are
  NativeCode code_;
};

}  // namespace stiction::runtime
