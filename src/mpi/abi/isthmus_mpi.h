/* What Isthmus has for MPI programs beyond the standard: where their ranks are on the grid, and
 * points at which they may be moved.
 *
 * Both places are keys of MPI_Comm_get_attr, as in MPICH-G2 (Karonis, Toonen, Foster 2003). Levels: 0, all
 * ranks of the job, which reach each other over the wide area; 1, those of a site; 2, those of a
 * node; 3, those of a process. Ranks of one colour at a level can reach each other there; colours
 * count from 0 among the communicator's ranks, in the order of ranks. The arrays are the
 * communicator's: read them, and do not free them. They say where ranks were placed when the job
 * began; MPI_Comm_split_type says where they are.
 */
#ifndef ISTHMUS_MPI_H
#define ISTHMUS_MPI_H

#include "mpi.h"

/* int*: for each rank of the communicator, how many levels it has. */
#define MPIX_TOPOLOGY_DEPTHS 901
/* int**: for each rank, an array of its colours, one for each level. */
#define MPIX_TOPOLOGY_COLORS 902

#define MPIX_TOPOLOGY_WIDE_AREA 0
#define MPIX_TOPOLOGY_SITE 1
#define MPIX_TOPOLOGY_NODE 2
#define MPIX_TOPOLOGY_PROCESS 3

/* A point for the load balancer and for checkpoints, which all ranks come to: collective over
 * MPI_COMM_WORLD. Nothing happens there under another library, or where nobody wants either. */
extern int isthmus_balancing_point(void) __attribute__((weak));
static inline int MPIX_Balancing_point(void) {
  return isthmus_balancing_point ? isthmus_balancing_point() : MPI_SUCCESS;
}

#endif
