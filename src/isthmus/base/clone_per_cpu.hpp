// isthmus/base/clone_per_cpu.hpp: one kernel for the instruction sets of several processors.
#pragma once

/// Before a function: on x86-64 it is compiled three times and the loader picks the widest that
/// the processor has. The sanitizers' start-up code cannot run yet when it does, and other
/// processors need no choice (the arm64 baseline has NEON). What the function calls must be
/// inlined into it to be compiled so.
#if defined(__x86_64__) && defined(__ELF__) && defined(__GLIBC__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define ISTHMUS_CLONE_PER_CPU \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define ISTHMUS_CLONE_PER_CPU
#endif
