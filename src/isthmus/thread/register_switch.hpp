// isthmus/thread/register_switch.hpp: from one stack to another: registers, and nothing else.
#pragma once

#include <cstddef>

namespace isthmus::engine {

/// A stack that does not run: where on it the registers lie with which it goes on
/// (register_frame.hpp). A plain value, good for one switch. The stack belongs to whoever made it.
struct ParkedStack {
  void* registers = nullptr;
};

/// A stack that has not begun: the first switch to it calls `entry(argument)`, which never returns,
/// under the control words of floating point that hold now. Whoever gives the stack keeps it as
/// long as somebody may switch to it; `bytes` is at least 256.
ParkedStack new_stack(void* bottom, std::size_t bytes, void (*entry)(void*), void* argument);

/// A stack that goes on at `code` with the stack pointer at `top`, a multiple of 16: for code that
/// is no function of this program. Writes below `top` alone, at most 256 bytes.
ParkedStack stack_at(void* top, const void* code);

/// Leaves the stack that runs in `left` and goes on with `next`; returns when somebody switches to
/// `left`, which may be another thread of the operating system. Keeps what a call keeps: so what
/// the compiler takes for the thread's own (thread_local, errno) must not be held across it.
/// Sanitizers are told by the caller (sanitizer_switch.hpp). Calls nothing, blocks never. On x86-64
/// `next` finds its flags of SSE as it left them, which a call need not keep.
void switch_stack(ParkedStack& left, ParkedStack next);
/// The same, without flags: for `next` that has called whom it comes back from, and so expects
/// none. A processor takes long to set them where they differ.
void switch_back(ParkedStack& left, ParkedStack next);

}  // namespace isthmus::engine
