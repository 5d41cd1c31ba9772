/* fem/isthmus_fem.h: unstructured meshes cut into pieces, for C programs (C99).
 *
 * What fem/mesh.hpp, box.hpp, cut.hpp and piece.hpp offer. Needs no MPI; what pieces tell each
 * other is carried by isthmus_fem_mpi.h, or by the program itself. Functions that can fail return
 * isthmus_fem_ok or another code, and say why in one line where `status` is not NULL. Handles are
 * the caller's to free. All numbers count from 0; nodes and elements are numbered by their places.
 * Nothing here is shared between handles: one thread at a time for each, and for the whole process
 * in cuts by METIS, which has one generator of random numbers.
 */
#ifndef ISTHMUS_FEM_H
#define ISTHMUS_FEM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  isthmus_fem_ok = 0,
  isthmus_fem_bad_input = 1, /* what was handed in, or a file */
  isthmus_fem_failed = 2     /* memory, a full disk, METIS, Scotch, MPI */
};

typedef struct isthmus_fem_status {
  int code;
  char text[248]; /* "where: what (expected ...)", ended by 0; empty where all went well */
} isthmus_fem_status;

typedef struct isthmus_fem_mesh isthmus_fem_mesh;
typedef struct isthmus_fem_piece isthmus_fem_piece;

/* A box of cells[0] x cells[1] x cells[2] cells, of six tetrahedra of 4 or 10 nodes each. */
int isthmus_fem_box(const double origin[3], const double size[3], const int32_t cells[3],
                    int32_t nodes_per_element, isthmus_fem_mesh **mesh,
                    isthmus_fem_status *status);
/* A .msh file of Gmsh (2.2 or 4.1) or a .vtu file. */
int isthmus_fem_read(const char *path, isthmus_fem_mesh **mesh, isthmus_fem_status *status);
/* One's own: three coordinates of each node; 4 or 10 nodes of each element, middles as VTK counts
 * them; groups may be NULL. Arrays are copied. */
int isthmus_fem_mesh_of(int32_t node_count, const double *points, int32_t element_count,
                        int32_t nodes_per_element, const int32_t *nodes, const int32_t *groups,
                        isthmus_fem_mesh **mesh, isthmus_fem_status *status);
void isthmus_fem_mesh_free(isthmus_fem_mesh *mesh);

int32_t isthmus_fem_mesh_node_count(const isthmus_fem_mesh *mesh);
int32_t isthmus_fem_mesh_element_count(const isthmus_fem_mesh *mesh);
int32_t isthmus_fem_mesh_nodes_per_element(const isthmus_fem_mesh *mesh);
const double *isthmus_fem_mesh_points(const isthmus_fem_mesh *mesh);
const int32_t *isthmus_fem_mesh_nodes(const isthmus_fem_mesh *mesh);
const int32_t *isthmus_fem_mesh_groups(const isthmus_fem_mesh *mesh);

/* Deals the elements out to `parts` parts by METIS; none is empty. For each part its site (parts of
 * one site lie together) and speed, for each element its work; NULL where all are alike. `part` gets
 * a number for each element. */
int isthmus_fem_cut(const isthmus_fem_mesh *mesh, int32_t parts, const int32_t *sites,
                    const double *speeds, const double *work, uint64_t seed, int32_t *part,
                    isthmus_fem_status *status);

enum { isthmus_fem_metis = 0, isthmus_fem_scotch = 1 };

/* The same by one of these two partitioners. */
int isthmus_fem_cut_by(int partitioner, const isthmus_fem_mesh *mesh, int32_t parts,
                       const int32_t *sites, const double *speeds, const double *work,
                       uint64_t seed, int32_t *part, isthmus_fem_status *status);

enum { isthmus_fem_by_facet = 0, isthmus_fem_by_node = 1, isthmus_fem_by_owned_node = 2 };

/* The piece of one part with `layers` of ghosts. `part` has a number for each element. */
int isthmus_fem_piece_of(const isthmus_fem_mesh *mesh, const int32_t *part, int32_t number,
                         int layers, int by, isthmus_fem_piece **piece,
                         isthmus_fem_status *status);
void isthmus_fem_piece_free(isthmus_fem_piece *piece);

int32_t isthmus_fem_piece_part(const isthmus_fem_piece *piece);
int32_t isthmus_fem_piece_node_count(const isthmus_fem_piece *piece);
int32_t isthmus_fem_piece_element_count(const isthmus_fem_piece *piece);
/* Of each node: three coordinates, its number in the whole mesh, the part that owns it. */
const double *isthmus_fem_piece_points(const isthmus_fem_piece *piece);
const int32_t *isthmus_fem_piece_places(const isthmus_fem_piece *piece);
const int32_t *isthmus_fem_piece_owners(const isthmus_fem_piece *piece);
/* Of each element: its nodes as the piece numbers them, its number in the whole mesh, its layer (0:
 * the part's own), its group. */
const int32_t *isthmus_fem_piece_nodes(const isthmus_fem_piece *piece);
const int32_t *isthmus_fem_piece_elements(const isthmus_fem_piece *piece);
const int32_t *isthmus_fem_piece_layers(const isthmus_fem_piece *piece);
const int32_t *isthmus_fem_piece_groups(const isthmus_fem_piece *piece);

/* What a piece has to do with others, by part. Lists are in the same order at both ends. */
enum {
  isthmus_fem_shared = 0,       /* nodes at which both have elements of their own */
  isthmus_fem_nodes_to = 1,     /* owned here, held there */
  isthmus_fem_nodes_from = 2,   /* owned there, held here */
  isthmus_fem_elements_to = 3,  /* its own here, ghosts there */
  isthmus_fem_elements_from = 4 /* ghosts here, its own there */
};
int32_t isthmus_fem_piece_link_count(const isthmus_fem_piece *piece);
int32_t isthmus_fem_link_part(const isthmus_fem_piece *piece, int32_t link);
const int32_t *isthmus_fem_link_places(const isthmus_fem_piece *piece, int32_t link, int which,
                                       int32_t *count);

enum { isthmus_fem_sum = 0, isthmus_fem_greatest = 1 };

/* At the shared nodes, combines the piece's values, `components` of each node, with those of the
 * others in the order of the parts. `from` has for each link the values of its shared nodes. */
int isthmus_fem_combine_shared(const isthmus_fem_piece *piece, double *values, int components,
                               const double *const *from, int combining,
                               isthmus_fem_status *status);

#ifdef __cplusplus
}
#endif
#endif
