// isthmus/thread/register_frame.hpp: the instructions that keep and load a function's registers.
#pragma once

// What a function keeps for its caller by the ABI of the processor, with the control words of
// floating point, as text for the assembler: whoever switches stacks in assembler uses the same
// frame (switch_stack(), and stubs elsewhere), so that one may leave what the other goes on with.
// After `KEEP` the stack pointer is what a `ParkedStack` holds; `LOAD` ends with the return to
// whoever kept. Nothing here calls the system, and nothing else is kept: the signal mask belongs to
// the thread.
#if defined(__x86_64__)
// System V ABI, 3.2.1 and 3.4.1. Upwards from the stack pointer: MXCSR and the x87 control word,
// r15 to r12, rbx, rbp, the return address.
#define ISTHMUS_KEEP_REGISTERS \
  "  pushq %rbp\n"             \
  "  pushq %rbx\n"             \
  "  pushq %r12\n"             \
  "  pushq %r13\n"             \
  "  pushq %r14\n"             \
  "  pushq %r15\n"             \
  "  subq $8, %rsp\n"          \
  "  stmxcsr (%rsp)\n"         \
  "  fnstcw 4(%rsp)\n"
// A processor that is given another MXCSR waits for all that it has begun, which takes more than
// all the rest, so it is given one only where it differs in one of `bits`. The lowest six are
// flags, which no function keeps for its caller. The present one is looked at in the stack's red
// zone (3.2.2).
#define ISTHMUS_LOAD_ALL_BUT_PLACE(bits) \
  "  stmxcsr -8(%rsp)\n"                 \
  "  movl -8(%rsp), %ecx\n"              \
  "  xorl (%rsp), %ecx\n"                \
  "  testl $" bits                       \
  ", %ecx\n"                             \
  "  je 77f\n"                           \
  "  ldmxcsr (%rsp)\n"                   \
  "77:\n"                                \
  "  fldcw 4(%rsp)\n"                    \
  "  addq $8, %rsp\n"                    \
  "  popq %r15\n"                        \
  "  popq %r14\n"                        \
  "  popq %r13\n"                        \
  "  popq %r12\n"                        \
  "  popq %rbx\n"                        \
  "  popq %rbp\n"
#define ISTHMUS_ALL_BITS "-1"
#define ISTHMUS_ALL_BITS_BUT_FLAGS "-64"
#define ISTHMUS_LOAD_REGISTERS(bits) \
  ISTHMUS_LOAD_ALL_BUT_PLACE(bits)   \
  "  popq %rcx\n"                    \
  "  jmp *%rcx\n"
#elif defined(__aarch64__)
// AAPCS64, 6.1: x19 to x30, d8 to d15; and FPCR.
#define ISTHMUS_KEEP_REGISTERS   \
  "  sub sp, sp, #176\n"         \
  "  stp x19, x20, [sp]\n"       \
  "  stp x21, x22, [sp, #16]\n"  \
  "  stp x23, x24, [sp, #32]\n"  \
  "  stp x25, x26, [sp, #48]\n"  \
  "  stp x27, x28, [sp, #64]\n"  \
  "  stp x29, x30, [sp, #80]\n"  \
  "  stp d8, d9, [sp, #96]\n"    \
  "  stp d10, d11, [sp, #112]\n" \
  "  stp d12, d13, [sp, #128]\n" \
  "  stp d14, d15, [sp, #144]\n" \
  "  mrs x9, fpcr\n"             \
  "  str x9, [sp, #160]\n"
#define ISTHMUS_LOAD_REGISTERS   \
  "  ldr x9, [sp, #160]\n"       \
  "  msr fpcr, x9\n"             \
  "  ldp d14, d15, [sp, #144]\n" \
  "  ldp d12, d13, [sp, #128]\n" \
  "  ldp d10, d11, [sp, #112]\n" \
  "  ldp d8, d9, [sp, #96]\n"    \
  "  ldp x29, x30, [sp, #80]\n"  \
  "  ldp x27, x28, [sp, #64]\n"  \
  "  ldp x25, x26, [sp, #48]\n"  \
  "  ldp x23, x24, [sp, #32]\n"  \
  "  ldp x21, x22, [sp, #16]\n"  \
  "  ldp x19, x20, [sp]\n"       \
  "  add sp, sp, #176\n"         \
  "  ret\n"
#else
#error "isthmus/thread/register_frame.hpp: this processor's registers are not known here"
#endif
