// Machine code of groups of lanes for x86-64 processors with AVX.
#pragma once

#ifdef STICTION_NATIVE_CODE
#include <asmjit/x86.h>

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "runtime/evaluate/flat_set.h"
#include "runtime/evaluate/lane_groups.h"

namespace stiction::runtime {

/// A group becomes a loop over vectors of lanes; its last turn ends with the last lane and computes some lanes again
/// where their number is no multiple of the vector's length. The function has the arguments of NativeLine::Function.
class NativeLineWriter {
 public:
  explicit NativeLineWriter(asmjit::x86::Assembler& assembler);
  void Write(const std::vector<LaneGroup>& groups);

 private:
  /// Where a vector of operands comes from: an array, or something that all lanes read.
  struct Source {
    int32_t base;  // of LineOperation::Array, kFactors or kConstants
    int32_t index, stride;
    bool operator==(const Source& other) const {
      return base == other.base && index == other.index && stride == other.stride;
    }
  };
  struct HashOfSource {
    uint64_t operator()(const Source& source) const {
      return static_cast<uint64_t>(source.index) << 32 ^ static_cast<uint64_t>(source.stride) << 3 ^
             static_cast<uint64_t>(source.base);
    }
  };
  /// An operation that reads one.
  struct Read {
    Source source;
    int next;  // operation that reads it next, kNever: none
  };
  struct Step {
    const LineOperation* operation;
    std::array<Read, 5> reads;
    int read_count;
    int next;  // that reads the result
  };
  /// What a register holds for a later operation.
  struct Held {
    Source source{};
    int next = 0;
    bool is_stored = true;
    bool is_used = false;
  };

  void Begin();
  void End();
  void WriteGroup(const LaneGroup& group);
  void WriteCall(const LineOperation& operation);
  void FindReads(const LaneGroup& group);
  void HoldConstants();
  void WriteLanes(int32_t first, bool is_in_loop);
  void WriteStep(const Step& step);
  void WriteChoose(const Step& step);
  void WriteTurn(const Step& step);
  void WriteSign(const Step& step, asmjit::InstId bits);
  void Apply(const Step& step, asmjit::InstId of_one, asmjit::InstId of_vector, bool commutes = false);
  static Step StepOf(const LineOperation& operation);

  asmjit::InstId Choose(asmjit::InstId of_one, asmjit::InstId of_vector) const {
    return width_ == 1 ? of_one : of_vector;
  }
  asmjit::x86::Vec Register(int number) const;
  asmjit::x86::Mem Address(const Source& source, int32_t lane = 0);
  bool CanBeOperand(const Source& source) const;
  int Find(const Source& source) const;
  int Load(const Read& read);
  asmjit::Operand Operand(const Read& read);
  int Take();
  void Release(const Step& step);
  void Finish(const Step& step, int result);
  void LoadInto(int number, const Source& source);
  void Store(const Source& to, int number);

  asmjit::x86::Assembler& to_;
  asmjit::Label constants_;
  bool calls_ = false;  // other functions
  bool is_upper_used_ = false;
  int32_t width_ = 1;
  int32_t lane_ = 0;
  bool is_in_loop_ = false;
  std::vector<Step> steps_;
  std::vector<std::pair<Source, int>> constant_registers_;
  int first_free_ = 0;
  std::array<Held, 16> held_;
  uint32_t pinned_ = 0;  // registers of the operation that is being written
};

}  // namespace stiction::runtime
#endif
