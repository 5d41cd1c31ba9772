#include "isthmus/thread/register_switch.hpp"

#include <bit>
#include <cstdint>
#include <cstring>

#include "isthmus/base/assert.hpp"
#include "isthmus/thread/register_frame.hpp"

// The first return of a new stack goes to isthmus_begin_stack, which finds the function and its
// argument in registers that were loaded just before. Unwinders end there.
#if defined(__x86_64__)
asm(R"(
  .pushsection .text.isthmus_switch, "ax", @progbits
  .p2align 4
  .hidden isthmus_switch_stack
  .globl isthmus_switch_stack
  .type isthmus_switch_stack, @function
isthmus_switch_stack:
)" ISTHMUS_KEEP_REGISTERS R"(
  movq %rsp, (%rdi)
  movq %rsi, %rsp
)" ISTHMUS_LOAD_REGISTERS(ISTHMUS_ALL_BITS) R"(
  .size isthmus_switch_stack, . - isthmus_switch_stack
  .p2align 4
  .hidden isthmus_switch_back
  .globl isthmus_switch_back
  .type isthmus_switch_back, @function
isthmus_switch_back:
)" ISTHMUS_KEEP_REGISTERS R"(
  movq %rsp, (%rdi)
  movq %rsi, %rsp
)" ISTHMUS_LOAD_REGISTERS(ISTHMUS_ALL_BITS_BUT_FLAGS) R"(
  .size isthmus_switch_back, . - isthmus_switch_back
  .hidden isthmus_begin_stack
  .globl isthmus_begin_stack
  .type isthmus_begin_stack, @function
isthmus_begin_stack:
  .cfi_startproc
  .cfi_undefined rip
  movq %rbx, %rdi
  xorl %ebp, %ebp
  call *%r12
  ud2
  .cfi_endproc
  .size isthmus_begin_stack, . - isthmus_begin_stack
  .popsection
)");
#elif defined(__aarch64__)
asm(R"(
  .pushsection .text.isthmus_switch, "ax", @progbits
  .p2align 4
  .hidden isthmus_switch_stack
  .globl isthmus_switch_stack
  .type isthmus_switch_stack, @function
isthmus_switch_stack:
)" ISTHMUS_KEEP_REGISTERS R"(
  mov x9, sp
  str x9, [x0]
  mov sp, x1
)" ISTHMUS_LOAD_REGISTERS R"(
  .size isthmus_switch_stack, . - isthmus_switch_stack
  .hidden isthmus_begin_stack
  .globl isthmus_begin_stack
  .type isthmus_begin_stack, @function
isthmus_begin_stack:
  .cfi_startproc
  .cfi_undefined x30
  mov x0, x19
  blr x20
  brk #1
  .cfi_endproc
  .size isthmus_begin_stack, . - isthmus_begin_stack
  .popsection
)");
#endif

extern "C" {
void isthmus_switch_stack(void** left, void* next);
#if defined(__x86_64__)
void isthmus_switch_back(void** left, void* next);
#endif
void isthmus_begin_stack();
}

namespace isthmus::engine {

namespace {

#if defined(__x86_64__)
struct Frame {
  std::uint32_t mxcsr;
  std::uint16_t x87_control;
  std::uint16_t unused;
  std::uint64_t r15, r14, r13, r12, rbx, rbp;
  const void* returns_to;
};
static_assert(sizeof(Frame) == 64);

Frame frame_at(const void* code) {
  Frame frame{};
  asm volatile("stmxcsr %0" : "=m"(frame.mxcsr));
  asm volatile("fnstcw %0" : "=m"(frame.x87_control));
  frame.returns_to = code;
  return frame;
}

void set_call(Frame& frame, std::uint64_t entry, std::uint64_t argument) {
  frame.r12 = entry;
  frame.rbx = argument;
}
#elif defined(__aarch64__)
struct Frame {
  std::uint64_t x19, x20, x21_to_x29[9];
  const void* returns_to;
  std::uint64_t d8_to_d15[8];
  std::uint64_t fpcr;
  std::uint64_t unused;
};
static_assert(sizeof(Frame) == 176);

Frame frame_at(const void* code) {
  Frame frame{};
  asm volatile("mrs %0, fpcr" : "=r"(frame.fpcr));
  frame.returns_to = code;
  return frame;
}

void set_call(Frame& frame, std::uint64_t entry, std::uint64_t argument) {
  frame.x19 = argument;
  frame.x20 = entry;
}
#endif

ParkedStack put(const Frame& frame, std::uintptr_t top) {
  const ParkedStack stack{std::bit_cast<void*>(top - sizeof(Frame))};
  std::memcpy(stack.registers, &frame, sizeof(frame));
  return stack;
}

}  // namespace

ParkedStack new_stack(void* bottom, std::size_t bytes, void (*entry)(void*), void* argument) {
  ISTHMUS_ASSERT(bytes >= 256);
  Frame frame = frame_at(reinterpret_cast<const void*>(&isthmus_begin_stack));
  set_call(frame, reinterpret_cast<std::uintptr_t>(entry),
           reinterpret_cast<std::uintptr_t>(argument));
  // The frame ends at a multiple of 16, where a function expects the stack before its call.
  const auto end = reinterpret_cast<std::uintptr_t>(bottom) + bytes;
  return put(frame, end & ~std::uintptr_t{15});
}

ParkedStack stack_at(void* top, const void* code) {
  const auto address = reinterpret_cast<std::uintptr_t>(top);
  ISTHMUS_ASSERT(address % 16 == 0);
  return put(frame_at(code), address);
}

void switch_stack(ParkedStack& left, ParkedStack next) {
  isthmus_switch_stack(&left.registers, next.registers);
}

void switch_back(ParkedStack& left, ParkedStack next) {
#if defined(__x86_64__)
  isthmus_switch_back(&left.registers, next.registers);
#else
  switch_stack(left, next);
#endif
}

}  // namespace isthmus::engine
