/* The loader that starts this program when a shell does: what PT_INTERP names. */
#if defined(__x86_64__)
#define LOADER "/lib64/ld-linux-x86-64.so.2"
#elif defined(__aarch64__)
#define LOADER "/lib/ld-linux-aarch64.so.1"
#else
#error "the loader of this processor is not known here"
#endif

const char isthmus_interpreter[] __attribute__((section(".interp"), used)) = LOADER;
