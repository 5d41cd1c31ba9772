/* How what Fortran has becomes what C has. The library of these is a rank's own, as its program is:
   it runs on the rank's stack and allocates in the rank's heap. */
#ifndef ISTHMUS_MPI_FORTRAN_PROCEDURES_H
#define ISTHMUS_MPI_FORTRAN_PROCEDURES_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "mpi.h"

#define PUBLIC __attribute__((visibility("default")))
/* MPI_ beside PMPI_: a program may have its own of the first names, which call the second. */
#define TWIN(name) \
  PUBLIC extern __typeof__(p##name) name __attribute__((weak, alias("p" #name)))

/* The host's handles are small numbers, and MPI_*_toint gives the lower half of them, which is all
   there is. So no call is needed to convert one, and a pointer to a handle is one to an integer, as
   operators and handlers of errors get it. */
#define FROM_INT(kind, integer) ((kind)(intptr_t)(integer))
#define TO_INT(handle) ((MPI_Fint)(intptr_t)(handle))

/* The common blocks of mpif.h and the modules: a program has them, too, and its own is the one that
   all mean. Their sizes are those that Fortran gives them. */
extern PUBLIC MPI_Fint mpi_fortran_bottom_, mpi_fortran_in_place_, mpi_fortran_buffer_automatic_;
extern PUBLIC MPI_Fint mpi_fortran_status_ignore_[MPI_F_STATUS_SIZE];
extern PUBLIC MPI_Fint mpi_fortran_statuses_ignore_[MPI_F_STATUS_SIZE];
extern PUBLIC MPI_Fint mpi_fortran_errcodes_ignore_, mpi_fortran_unweighted_;
extern PUBLIC MPI_Fint mpi_fortran_weights_empty_;
extern PUBLIC char mpi_fortran_argv_null_, mpi_fortran_argvs_null_;

static inline void* buffer_of(void* given) {
  if (given == &mpi_fortran_bottom_) return MPI_BOTTOM;
  if (given == &mpi_fortran_in_place_) return MPI_IN_PLACE;
  if (given == &mpi_fortran_buffer_automatic_) return MPI_BUFFER_AUTOMATIC;
  return given;
}

/* One status or an array: eight integers each, in both languages. */
static inline MPI_Status* status_of(MPI_Fint* given) {
  if (given == mpi_fortran_status_ignore_ || given == mpi_fortran_statuses_ignore_)
    return MPI_STATUS_IGNORE;
  return (MPI_Status*)(void*)given;
}

static inline int* weights_of(MPI_Fint* given) {
  if (given == &mpi_fortran_unweighted_) return MPI_UNWEIGHTED;
  if (given == &mpi_fortran_weights_empty_) return MPI_WEIGHTS_EMPTY;
  return given;
}

/* Fortran counts from one. What is negative is MPI_UNDEFINED. */
static inline MPI_Fint from_one(int index) { return index < 0 ? index : index + 1; }

static inline void all_from_one(MPI_Fint* indices, int count) {
  int i;
  for (i = 0; i < count; ++i) ++indices[i];
}

/* Without the blanks at its end; key_of also without those at its begin. The caller frees it. */
char* string_of(const char* text, size_t length);
char* key_of(const char* text, size_t length);
/* Blanks up to the end. */
void pad(char* text, size_t length, const char* from);

/* As C has them; null for null. keep_handles writes them back and frees them. */
void** handles_of(const MPI_Fint* given, MPI_Count count);
void keep_handles(void** handles, MPI_Fint* given, MPI_Count count);

/* How many the others in a communicator are, or the neighbours (0: to whom, 1: from whom). */
int peers_of(MPI_Fint comm);
int neighbors_of(MPI_Fint comm, int side);

#endif
