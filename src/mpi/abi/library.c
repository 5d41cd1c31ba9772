/* libmpi_abi.so.1: what MPI programs are linked with. Ranks that are loaded as images never load it,
   since their host stands for it. So whoever calls one of these functions is a program in a process
   of its own, which `isthmus mpirun --ranks process` has started, or that somebody started by
   itself; it gets its runtime here, in libisthmus_mpi.so beside this one, with the first call. The
   few functions that a `configure` script asks have an answer before. The entries of the others are
   in entries.c, which CMake writes. */
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mpi.h"

/* The options of the runtime, a line each: `isthmus mpirun` sets it. */
#define OPTIONS "ISTHMUS_MPI_OPTIONS"

#define PUBLIC __attribute__((visibility("default")))
/* MPI_ beside PMPI_: a tool may have functions of the first names, which call the second. */
#define TWIN(name) PUBLIC __attribute__((weak, alias("P" #name))) __typeof__(P##name) name

typedef uint64_t Call(uint32_t number, const uint64_t* arguments, const uint64_t* more_arguments);
typedef void Begin(const char* options, const char* count_of_manager);
typedef void End(void);

/* Null until there is a runtime; whoever finds them half written writes the same. */
static Call* present_call;
static End* present_end;

__attribute__((noreturn)) void isthmus_mpi_alone(const char* function);

__attribute__((noreturn)) static void give_up(const char* why) {
  fflush(stdout);
  fprintf(stderr, "isthmus: error: %s\n", why);
  _exit(2);
}

#if defined(__x86_64__)
/* It lies beside this library, wherever the two have been moved. */
static Call* open_runtime(void) {
  static const char name[] = "libisthmus_mpi.so";
  static char path[4096];
  Dl_info about;
  if (dladdr((void*)&present_call, &about) == 0 || about.dli_fname == NULL) {
    give_up("nobody knows where libmpi_abi.so.1 lies");
  }
  const char* slash = strrchr(about.dli_fname, '/');
  const size_t folder = slash == NULL ? 0 : (size_t)(slash + 1 - about.dli_fname);
  if (folder + sizeof name > sizeof path) give_up("the path of libmpi_abi.so.1 is too long");
  memcpy(path, about.dli_fname, folder);
  memcpy(path + folder, name, sizeof name);
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) give_up(dlerror());
  Call* call = (Call*)dlsym(library, "isthmus_mpi_call");
  End* end = (End*)dlsym(library, "isthmus_mpi_end");
  Begin* begin = (Begin*)dlsym(library, "isthmus_mpi_begin");
  if (call == NULL || end == NULL || begin == NULL) {
    give_up("libisthmus_mpi.so is of another version");
  }
  const char* count = getenv("OMPI_COMM_WORLD_SIZE");
  begin(getenv(OPTIONS), count != NULL ? count : getenv("SLURM_STEP_NUM_TASKS"));
  unsetenv(OPTIONS); /* A program that this one starts is a job of its own. */
  __atomic_store_n(&present_end, end, __ATOMIC_RELEASE);
  __atomic_store_n(&present_call, call, __ATOMIC_RELEASE);
  return call;
}

__attribute__((visibility("hidden"))) uint64_t isthmus_mpi_visit(uint32_t number,
                                                                 const uint64_t* arguments,
                                                                 const uint64_t* more_arguments) {
  Call* call = __atomic_load_n(&present_call, __ATOMIC_ACQUIRE);
  if (call == NULL) call = open_runtime();
  return call(number, arguments, more_arguments);
}

/* %eax: the function's number. Behind the return address lie the arguments behind the sixth. */
__asm__(
    ".text\n.p2align 4\n"
    ".hidden isthmus_mpi_enter\n.globl isthmus_mpi_enter\n"
    ".type isthmus_mpi_enter, @function\n"
    "isthmus_mpi_enter:\n"
    "  .cfi_startproc\n"
    "  pushq %rbp\n"
    "  .cfi_def_cfa_offset 16\n"
    "  .cfi_offset rbp, -16\n"
    "  movq %rsp, %rbp\n"
    "  .cfi_def_cfa_register rbp\n"
    "  subq $48, %rsp\n"
    "  movq %rdi, (%rsp)\n"
    "  movq %rsi, 8(%rsp)\n"
    "  movq %rdx, 16(%rsp)\n"
    "  movq %rcx, 24(%rsp)\n"
    "  movq %r8, 32(%rsp)\n"
    "  movq %r9, 40(%rsp)\n"
    "  movl %eax, %edi\n"
    "  movq %rsp, %rsi\n"
    "  leaq 16(%rbp), %rdx\n"
    "  call isthmus_mpi_visit\n"
    "  movq %rax, %xmm0\n"
    "  leave\n"
    "  .cfi_def_cfa rsp, 8\n"
    "  ret\n"
    "  .cfi_endproc\n"
    ".size isthmus_mpi_enter, . - isthmus_mpi_enter\n");
#else
static uint64_t isthmus_mpi_visit(uint32_t number, const uint64_t* arguments,
                                  const uint64_t* more_arguments) {
  (void)number, (void)arguments, (void)more_arguments;
  give_up("MPI programs run on x86-64 alone");
}
#endif

void isthmus_mpi_alone(const char* function) {
  fprintf(stderr, "%s: ", function);
  give_up("MPI programs run on x86-64 alone");
}

/* When the program exits, behind all that was told to run then. */
__attribute__((destructor)) static void end_runtime(void) {
  End* end = __atomic_load_n(&present_end, __ATOMIC_ACQUIRE);
  if (end != NULL) end();
}

TWIN(MPI_Get_version);
PUBLIC int PMPI_Get_version(int* version, int* subversion) {
  *version = MPI_VERSION;
  *subversion = MPI_SUBVERSION;
  return MPI_SUCCESS;
}

TWIN(MPI_Abi_get_version);
PUBLIC int PMPI_Abi_get_version(int* abi_major, int* abi_minor) {
  *abi_major = MPI_ABI_VERSION;
  *abi_minor = MPI_ABI_SUBVERSION;
  return MPI_SUCCESS;
}

TWIN(MPI_Get_library_version);
PUBLIC int PMPI_Get_library_version(char* version, int* resultlen) {
  static const char text[] = "Isthmus " ISTHMUS_VERSION;
  memcpy(version, text, sizeof text);
  *resultlen = (int)(sizeof text - 1);
  return MPI_SUCCESS;
}

/* Asks a runtime that is there, and begins none. */
static int ask(uint32_t number, int* flag) {
  if (__atomic_load_n(&present_call, __ATOMIC_ACQUIRE) == NULL) {
    *flag = 0;
    return MPI_SUCCESS;
  }
  uint64_t words[7] = {(uint64_t)(uintptr_t)flag};
  return (int)isthmus_mpi_visit(number, words, words + 7);
}

extern const unsigned isthmus_number_of_MPI_Initialized;
extern const unsigned isthmus_number_of_MPI_Finalized;

TWIN(MPI_Initialized);
PUBLIC int PMPI_Initialized(int* flag) { return ask(isthmus_number_of_MPI_Initialized, flag); }

TWIN(MPI_Finalized);
PUBLIC int PMPI_Finalized(int* flag) { return ask(isthmus_number_of_MPI_Finalized, flag); }
