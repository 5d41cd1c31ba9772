/* libmpi_abi.so.1: what MPI programs are linked with. Ranks never load it: their host stands for it.
   So whoever calls one of these functions was started by itself, as a program of one's own is by
   mistake, and is told how to start; only the few that a `configure` script asks have an answer.
   The functions that have none are in entries.c, which CMake writes. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mpi.h"

#define PUBLIC __attribute__((visibility("default")))
/* MPI_ beside PMPI_: a tool may have functions of the first names, which call the second. */
#define TWIN(name) PUBLIC __attribute__((weak, alias("P" #name))) __typeof__(P##name) name

/* Ends the program, which has called that function. */
__attribute__((noreturn)) void isthmus_mpi_alone(const char* function);

void isthmus_mpi_alone(const char* function) {
  static int again;
  if (again++ != 0) _exit(2); /* called by what exit() runs */
  fflush(stdout);
  fprintf(stderr,
          "%s: this program was started by itself; start it with: isthmus mpirun -n 4 %s\n",
          function, program_invocation_name);
  exit(2);
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

TWIN(MPI_Initialized);
PUBLIC int PMPI_Initialized(int* flag) {
  *flag = 0;
  return MPI_SUCCESS;
}

TWIN(MPI_Finalized);
PUBLIC int PMPI_Finalized(int* flag) {
  *flag = 0;
  return MPI_SUCCESS;
}
