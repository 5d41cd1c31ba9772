/* fem/isthmus_fem_mpi.h: pieces of a mesh as ranks of MPI, for C programs (C99).
 *
 * The same as fem/mpi.hpp for C++. isthmus_fem_mpi.c is compiled with the program, by the compiler of
 * any MPI. A rank has the piece of its number; values are `components` of each node or element. All
 * ranks call the same functions in the same order; each uses the tag 0 of the communicator. Where
 * MPI returns its errors, they come back as isthmus_fem_failed.
 */
#ifndef ISTHMUS_FEM_MPI_H
#define ISTHMUS_FEM_MPI_H

#include <mpi.h>

#include "fem/isthmus_fem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The owners' values of nodes to all who hold the node. */
int isthmus_fem_copy_nodes(MPI_Comm communicator, const isthmus_fem_piece *piece, double *values,
                           int components, isthmus_fem_status *status);
/* The values of elements to all who hold them as ghosts. */
int isthmus_fem_copy_elements(MPI_Comm communicator, const isthmus_fem_piece *piece,
                              double *values, int components, isthmus_fem_status *status);
/* At nodes where several parts have elements of their own, the sum of those parts' values in the
 * order of the parts, or the greatest of them. */
int isthmus_fem_add_shared(MPI_Comm communicator, const isthmus_fem_piece *piece, double *values,
                           int components, isthmus_fem_status *status);
int isthmus_fem_max_shared(MPI_Comm communicator, const isthmus_fem_piece *piece, double *values,
                           int components, isthmus_fem_status *status);

/* Copies likewise for Fortran, whose communicators are numbers. */
int isthmus_fem_copy_nodes_f(MPI_Fint communicator, const isthmus_fem_piece *piece,
                             double *values, int components, isthmus_fem_status *status);
int isthmus_fem_copy_elements_f(MPI_Fint communicator, const isthmus_fem_piece *piece,
                                double *values, int components, isthmus_fem_status *status);
int isthmus_fem_add_shared_f(MPI_Fint communicator, const isthmus_fem_piece *piece,
                             double *values, int components, isthmus_fem_status *status);
int isthmus_fem_max_shared_f(MPI_Fint communicator, const isthmus_fem_piece *piece,
                             double *values, int components, isthmus_fem_status *status);

#ifdef __cplusplus
}
#endif
#endif
