#include "runtime/evaluate/native_line.h"

#ifdef STICTION_NATIVE_CODE
#include "runtime/evaluate/native_line_writer.h"
#endif

namespace stiction::runtime {

#ifdef STICTION_NATIVE_CODE
namespace {

asmjit::JitRuntime& Memory() {
  static asmjit::JitRuntime runtime;
  return runtime;
}

}  // namespace

std::unique_ptr<NativeLine> NativeLine::Compile(const std::vector<LineOperation>& operations) {
  if (!asmjit::CpuInfo::host().features().x86().hasAVX()) return nullptr;
  asmjit::CodeHolder code;
  if (code.init(Memory().environment()) != asmjit::kErrorOk) return nullptr;
  asmjit::x86::Assembler assembler(&code);
  NativeLineWriter(assembler).Write(GroupLanes(operations));
  Function function = nullptr;
  if (Memory().add(&function, &code) != asmjit::kErrorOk) return nullptr;
  return std::unique_ptr<NativeLine>(new NativeLine(function));
}

NativeLine::~NativeLine() { Memory().release(function_); }

#else

std::unique_ptr<NativeLine> NativeLine::Compile(const std::vector<LineOperation>& /*operations*/) { return nullptr; }

NativeLine::~NativeLine() = default;

#endif

}  // namespace stiction::runtime
