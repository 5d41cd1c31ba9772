/* mpi/abi/entry.h: how a function of libmpi_abi.so.1 goes to the runtime. */

/* All of MPI's functions are called alike: their arguments are integers and addresses, six in
   registers and the rest on the stack. So one piece of code keeps them for whoever knows the
   function by its number, and gives back what that returns, as an integer and as a double. */
#if defined(__x86_64__)
#define ENTRY(name, number)                                          \
  __asm__(".text\n.p2align 4\n"                                      \
          ".globl P" #name "\n.type P" #name ", @function\n"         \
          "P" #name ":\n"                                            \
          "  movl $" #number ", %eax\n"                              \
          "  jmp isthmus_mpi_enter\n"                                \
          ".size P" #name ", . - P" #name "\n"                       \
          ".weak " #name "\n.set " #name ", P" #name "\n");
#else
#define ENTRY(name, number)                                          \
  void P##name(void) { isthmus_mpi_alone(#name); }                   \
  void name(void) __attribute__((weak, alias("P" #name)));
#endif
#define NUMBER(name, number) \
  __attribute__((visibility("hidden"))) const unsigned isthmus_number_of_##name = number;

__attribute__((noreturn)) void isthmus_mpi_alone(const char* function);
