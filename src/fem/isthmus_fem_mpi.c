/* What isthmus_fem_mpi.h declares; compiled with the program, by its MPI's compiler. */
#include "fem/isthmus_fem_mpi.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static int say(isthmus_fem_status *status, int code, const char *text) {
  if (status != NULL) {
    status->code = code;
    snprintf(status->text, sizeof status->text, "%s", text);
  }
  return code;
}

/* What goes over one link and what comes; `in` and `out` lie in one block of all links. */
typedef struct way {
  const int32_t *to, *from;
  int32_t to_count, from_count;
  double *out, *in;
} way;

typedef struct round {
  int links;
  way *ways;
  double *block;
  MPI_Request *requests;
} round;

static void end_round(round *all) {
  free(all->ways);
  free(all->block);
  free(all->requests);
}

static int prepare(const isthmus_fem_piece *piece, int components, int to, int from, round *all) {
  size_t values = 0;
  all->links = isthmus_fem_piece_link_count(piece);
  all->ways = calloc((size_t)all->links + 1, sizeof *all->ways);
  all->requests = calloc(2 * (size_t)all->links + 1, sizeof *all->requests);
  all->block = NULL;
  if (all->ways == NULL || all->requests == NULL) return 0;
  for (int i = 0; i < all->links; ++i) {
    way *one = &all->ways[i];
    one->to = isthmus_fem_link_places(piece, i, to, &one->to_count);
    one->from = isthmus_fem_link_places(piece, i, from, &one->from_count);
    values += (size_t)components * ((size_t)one->to_count + (size_t)one->from_count);
  }
  all->block = calloc(values + 1, sizeof *all->block);
  if (all->block == NULL) return 0;
  double *next = all->block;
  for (int i = 0; i < all->links; ++i) {
    way *one = &all->ways[i];
    one->out = next;
    next += (size_t)components * (size_t)one->to_count;
    one->in = next;
    next += (size_t)components * (size_t)one->from_count;
  }
  return 1;
}

static int carry(MPI_Comm communicator, const isthmus_fem_piece *piece, const double *values,
                 int components, round *all) {
  int error = MPI_SUCCESS;
  for (int i = 0; i < all->links && error == MPI_SUCCESS; ++i) {
    const way *one = &all->ways[i];
    error = MPI_Irecv(one->in, components * one->from_count, MPI_DOUBLE,
                      isthmus_fem_link_part(piece, i), 0, communicator, &all->requests[i]);
  }
  for (int i = 0; i < all->links && error == MPI_SUCCESS; ++i) {
    const way *one = &all->ways[i];
    for (int32_t k = 0; k < one->to_count; ++k) {
      for (int c = 0; c < components; ++c) {
        one->out[(ptrdiff_t)components * k + c] = values[(ptrdiff_t)components * one->to[k] + c];
      }
    }
    error = MPI_Isend(one->out, components * one->to_count, MPI_DOUBLE,
                      isthmus_fem_link_part(piece, i), 0, communicator,
                      &all->requests[all->links + i]);
  }
  if (error != MPI_SUCCESS) return error;
  return MPI_Waitall(2 * all->links, all->requests, MPI_STATUSES_IGNORE);
}

/* A round in which values go over all links. On success its `in` are to be used, and it ended. */
static int go_round(MPI_Comm communicator, const isthmus_fem_piece *piece, const double *values,
                    int components, int to, int from, round *all, isthmus_fem_status *status) {
  if (components < 1) {
    return say(status, isthmus_fem_bad_input, "components of values: less than 1");
  }
  if (!prepare(piece, components, to, from, all)) {
    end_round(all);
    return say(status, isthmus_fem_failed, "values at borders: not enough memory");
  }
  const int error = carry(communicator, piece, values, components, all);
  if (error == MPI_SUCCESS) return say(status, isthmus_fem_ok, "");
  char text[MPI_MAX_ERROR_STRING + 1] = "";
  int length = 0;
  MPI_Error_string(error, text, &length);
  /* Requests may still be under way, so what they read and write stays. */
  return say(status, isthmus_fem_failed, text);
}

static int copy(MPI_Comm communicator, const isthmus_fem_piece *piece, double *values,
                int components, int to, int from, isthmus_fem_status *status) {
  round all;
  const int code = go_round(communicator, piece, values, components, to, from, &all, status);
  if (code != isthmus_fem_ok) return code;
  for (int i = 0; i < all.links; ++i) {
    const way *one = &all.ways[i];
    for (int32_t k = 0; k < one->from_count; ++k) {
      for (int c = 0; c < components; ++c) {
        values[(ptrdiff_t)components * one->from[k] + c] = one->in[(ptrdiff_t)components * k + c];
      }
    }
  }
  end_round(&all);
  return code;
}

static int combine(MPI_Comm communicator, const isthmus_fem_piece *piece, double *values,
                   int components, int combining, isthmus_fem_status *status) {
  round all;
  int code = go_round(communicator, piece, values, components, isthmus_fem_shared,
                      isthmus_fem_shared, &all, status);
  if (code != isthmus_fem_ok) return code;
  const double **from = calloc((size_t)all.links + 1, sizeof *from);
  if (from == NULL) {
    code = say(status, isthmus_fem_failed, "values at borders: not enough memory");
  } else {
    for (int i = 0; i < all.links; ++i) from[i] = all.ways[i].in;
    code = isthmus_fem_combine_shared(piece, values, components, from, combining, status);
  }
  free((void *)from);
  end_round(&all);
  return code;
}

int isthmus_fem_copy_nodes(MPI_Comm communicator, const isthmus_fem_piece *piece, double *values,
                           int components, isthmus_fem_status *status) {
  return copy(communicator, piece, values, components, isthmus_fem_nodes_to,
              isthmus_fem_nodes_from, status);
}
int isthmus_fem_copy_elements(MPI_Comm communicator, const isthmus_fem_piece *piece,
                              double *values, int components, isthmus_fem_status *status) {
  return copy(communicator, piece, values, components, isthmus_fem_elements_to,
              isthmus_fem_elements_from, status);
}
int isthmus_fem_add_shared(MPI_Comm communicator, const isthmus_fem_piece *piece, double *values,
                           int components, isthmus_fem_status *status) {
  return combine(communicator, piece, values, components, isthmus_fem_sum, status);
}
int isthmus_fem_max_shared(MPI_Comm communicator, const isthmus_fem_piece *piece, double *values,
                           int components, isthmus_fem_status *status) {
  return combine(communicator, piece, values, components, isthmus_fem_greatest, status);
}

int isthmus_fem_copy_nodes_f(MPI_Fint communicator, const isthmus_fem_piece *piece,
                             double *values, int components, isthmus_fem_status *status) {
  return isthmus_fem_copy_nodes(MPI_Comm_f2c(communicator), piece, values, components, status);
}
int isthmus_fem_copy_elements_f(MPI_Fint communicator, const isthmus_fem_piece *piece,
                                double *values, int components, isthmus_fem_status *status) {
  return isthmus_fem_copy_elements(MPI_Comm_f2c(communicator), piece, values, components, status);
}
int isthmus_fem_add_shared_f(MPI_Fint communicator, const isthmus_fem_piece *piece,
                             double *values, int components, isthmus_fem_status *status) {
  return isthmus_fem_add_shared(MPI_Comm_f2c(communicator), piece, values, components, status);
}
int isthmus_fem_max_shared_f(MPI_Fint communicator, const isthmus_fem_piece *piece,
                             double *values, int components, isthmus_fem_status *status) {
  return isthmus_fem_max_shared(MPI_Comm_f2c(communicator), piece, values, components, status);
}
