/* mesh/isthmus_mesh.h: thorns in C, and what the Fortran module isthmus_mesh stands on.
 *
 * A library of thorns has one function of the name isthmus_declare_thorns, which declares them all.
 * Everything declared is known by the number that the declaration returns. Mistakes are kept, and
 * told together by the one who loads the library: nothing here fails.
 *
 * Arrays have the first index at neighbouring addresses, as in Fortran. Indices are those of the
 * whole grid. Texts are copied. */
#ifndef ISTHMUS_MESH_H
#define ISTHMUS_MESH_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct isthmus_mesh_flesh isthmus_mesh_flesh;
typedef struct isthmus_mesh_thorn isthmus_mesh_thorn;

/* A grid function at one of its time levels: 0 is that of now, 1 that of the step before. */
typedef struct isthmus_mesh_function {
  int function;
  int level;
} isthmus_mesh_function;

/* A grid function of complex numbers: its real and its imaginary part, each a function that is read,
 * written and synchronized, and has values, as any other. */
typedef struct isthmus_mesh_complex {
  isthmus_mesh_function re;
  isthmus_mesh_function im;
} isthmus_mesh_complex;

/* When a routine is called: see Bin in mesh/thorn.hpp. */
enum isthmus_mesh_bin {
  ISTHMUS_MESH_INITIAL,
  ISTHMUS_MESH_BEFORE_STEP,
  ISTHMUS_MESH_STEP,
  ISTHMUS_MESH_RIGHT_SIDE,
  ISTHMUS_MESH_AFTER_SUBSTEP,
  ISTHMUS_MESH_AFTER_STEP,
  ISTHMUS_MESH_ANALYSIS
};

/* The kinds of what is beyond the grid: see BoundaryKind in mesh/plan.hpp. */
enum isthmus_mesh_boundary {
  ISTHMUS_MESH_PERIODIC,
  ISTHMUS_MESH_FIXED,
  ISTHMUS_MESH_COPIED,
  ISTHMUS_MESH_VALUE,
  ISTHMUS_MESH_REFLECTED,
  ISTHMUS_MESH_RADIATIVE,
  ISTHMUS_MESH_ROBIN,
  ISTHMUS_MESH_ANOTHER /* by isthmus_mesh_share_boundary alone */
};

/* The values that a reduction gives: see Reduced in mesh/patch.hpp. */
enum isthmus_mesh_reduced_value {
  ISTHMUS_MESH_NORM_1,
  ISTHMUS_MESH_NORM_2,
  ISTHMUS_MESH_NORM_MAX,
  ISTHMUS_MESH_LEAST,
  ISTHMUS_MESH_GREATEST,
  ISTHMUS_MESH_SUM
};

/* A piece of the grid, as a routine is given it. It computes the points from `low` to `high`, both
 * included, and no other. Plain data, for the duration of the call. */
typedef struct isthmus_mesh_patch {
  int low[3];
  int high[3];
  int first[3]; /* of what is in memory, ghosts included */
  int last[3];
  int whole[3];  /* points of the grid; its indices are 0 to whole - 1 */
  double origin[3]; /* coordinates of the point (0, 0, 0) */
  double spacing[3];
  double time;
  double step_size;
  long long step;
  const void* job; /* of the runtime */
} isthmus_mesh_patch;

typedef void (*isthmus_mesh_routine)(const isthmus_mesh_patch* patch);

/* The values of a function, of the point `first` on. */
double* isthmus_mesh_values(const isthmus_mesh_patch* patch, isthmus_mesh_function function);
double isthmus_mesh_real(const isthmus_mesh_patch* patch, int parameter);
/* Also booleans (0, 1) and keywords (their number in the list, from 0 on). */
long long isthmus_mesh_integer(const isthmus_mesh_patch* patch, int parameter);

/* The value of a reduction that the routine has declared to use, as it was made last. */
double isthmus_mesh_reduced(const isthmus_mesh_patch* patch, int reduction,
                            enum isthmus_mesh_reduced_value what);

/* For an interpolation that the routine has declared to use, a value for each of its places, no
 * number for those outside the grid. */
const double* isthmus_mesh_interpolated(const isthmus_mesh_patch* patch, int interpolation);

/* Declarations. */
isthmus_mesh_thorn* isthmus_mesh_declare_thorn(isthmus_mesh_flesh* flesh, const char* name,
                                               const char* meaning);
isthmus_mesh_function isthmus_mesh_declare_function(isthmus_mesh_thorn* thorn, const char* name,
                                                    int time_levels, const char* meaning);
/* The functions NAME_re and NAME_im. */
isthmus_mesh_complex isthmus_mesh_declare_complex(isthmus_mesh_thorn* thorn, const char* name,
                                                  int time_levels, const char* meaning);
/* Two functions of the thorn are the parts of one of complex numbers, which is put out by that
 * name; those of isthmus_mesh_declare_complex are already. */
void isthmus_mesh_join_complex(isthmus_mesh_thorn* thorn, const char* name,
                               isthmus_mesh_complex parts);
/* ISTHMUS_MESH_ROBIN has the power by which it falls off in place of a speed. */
void isthmus_mesh_set_boundary(isthmus_mesh_thorn* thorn, isthmus_mesh_function function,
                               enum isthmus_mesh_boundary kind, double value, double speed);
/* Beyond the grid it has what another function, of whatever thorn, has there. */
void isthmus_mesh_share_boundary(isthmus_mesh_thorn* thorn, isthmus_mesh_function function,
                                 isthmus_mesh_function other);
/* Its signs where it is mirrored: 1 or -1 in each dimension. */
void isthmus_mesh_set_parity(isthmus_mesh_thorn* thorn, isthmus_mesh_function function,
                             const int parity[3]);
/* Its initial data are made beyond the grid's faces, too: boundaries come with the first step. */
void isthmus_mesh_begin_beyond(isthmus_mesh_thorn* thorn, isthmus_mesh_function function);
/* A method of lines integrates `function`; routines of ISTHMUS_MESH_RIGHT_SIDE write its
 * `derivative` in time. */
void isthmus_mesh_declare_evolved(isthmus_mesh_thorn* thorn, isthmus_mesh_function function,
                                  isthmus_mesh_function derivative);
/* A function of a thorn that was declared before, as "wave::phi". */
isthmus_mesh_function isthmus_mesh_find_function(isthmus_mesh_flesh* flesh, const char* name);
/* From `least` to `greatest`; -DBL_MAX and DBL_MAX, LLONG_MIN and LLONG_MAX stand for no limit. */
int isthmus_mesh_declare_real(isthmus_mesh_thorn* thorn, const char* name, double usual,
                              double least, double greatest, int is_steerable, const char* meaning);
int isthmus_mesh_declare_integer(isthmus_mesh_thorn* thorn, const char* name, long long usual,
                                 long long least, long long greatest, int is_steerable,
                                 const char* meaning);
int isthmus_mesh_declare_boolean(isthmus_mesh_thorn* thorn, const char* name, int usual,
                                 int is_steerable, const char* meaning);
/* `allowed`: words with commas between. */
int isthmus_mesh_declare_keyword(isthmus_mesh_thorn* thorn, const char* name, const char* usual,
                                 const char* allowed, int is_steerable, const char* meaning);
/* Any text; isthmus_mesh_settled_text has it where declarations follow from it. */
int isthmus_mesh_declare_text(isthmus_mesh_thorn* thorn, const char* name, const char* usual,
                              const char* meaning);
/* Declares what a function has at all points of the grid together. Returns its number. */
int isthmus_mesh_declare_reduction(isthmus_mesh_thorn* thorn, const char* name,
                                   isthmus_mesh_function function, const char* meaning);
/* Declares it of absolute values of complex numbers: norms, the least and the greatest.
 * Interpolations, equations and sums of complex numbers are those of their parts. */
int isthmus_mesh_declare_complex_reduction(isthmus_mesh_thorn* thorn, const char* name,
                                           isthmus_mesh_complex function, const char* meaning);
/* A reduction of a thorn that was declared before, as "wave::energy". */
int isthmus_mesh_find_reduction(isthmus_mesh_flesh* flesh, const char* name);
/* Declares what a function has at `count` places, three coordinates each, by polynomials of that
 * order through the points around them. Its number is one among those of reductions: it is made and
 * used as they are. */
int isthmus_mesh_declare_interpolation(isthmus_mesh_thorn* thorn, const char* name,
                                       isthmus_mesh_function function, const double* places,
                                       int count, int order, const char* meaning);
/* One more place of an interpolation of this thorn; also later. `derivative`: how often in each
 * dimension, 0 to 2; null for the value. */
void isthmus_mesh_add_place(isthmus_mesh_thorn* thorn, int interpolation, const double place[3],
                            int order, const int derivative[3]);

/* Successive overrelaxation, or conjugate gradients: see EquationSolver in mesh/thorn.hpp. */
enum isthmus_mesh_solver { ISTHMUS_MESH_RELAXATION, ISTHMUS_MESH_CONJUGATE_GRADIENTS };
/* laplacian function + coefficient function + source = 0: see Equation in mesh/thorn.hpp. Functions
 * of number -1 are none. */
typedef struct isthmus_mesh_equation {
  isthmus_mesh_function function;
  isthmus_mesh_function coefficient;
  isthmus_mesh_function source;
  double tolerance;
  enum isthmus_mesh_reduced_value norm;
  int sweeps;
  double relaxation; /* 0: the best one */
  int may_fail;
  enum isthmus_mesh_solver solver;
} isthmus_mesh_equation;
/* An equation with no coefficient and no source. */
isthmus_mesh_equation isthmus_mesh_usual_equation(isthmus_mesh_function function);
/* Its number is one among those of reductions; used as one, it says what was left. */
int isthmus_mesh_declare_equation(isthmus_mesh_thorn* thorn, const char* name,
                                  const isthmus_mesh_equation* equation, const char* meaning);
/* Also later. */
void isthmus_mesh_set_equation(isthmus_mesh_thorn* thorn, int number,
                               const isthmus_mesh_equation* equation);
/* Beyond all faces that are neither periodic nor mirrors, in place of what the function has. */
void isthmus_mesh_set_equation_boundary(isthmus_mesh_thorn* thorn, int number,
                                        enum isthmus_mesh_boundary kind, double value,
                                        double speed);
/* Returns the routine's number in its thorn, for what is said of it next. */
int isthmus_mesh_declare_routine(isthmus_mesh_thorn* thorn, enum isthmus_mesh_bin bin,
                                 const char* name, isthmus_mesh_routine routine);
void isthmus_mesh_reads(isthmus_mesh_thorn* thorn, int routine, isthmus_mesh_function function,
                        int layers);
void isthmus_mesh_writes(isthmus_mesh_thorn* thorn, int routine, isthmus_mesh_function function);
void isthmus_mesh_synchronizes(isthmus_mesh_thorn* thorn, int routine,
                               isthmus_mesh_function function);
/* When the routine is done, the reduction is made. */
void isthmus_mesh_reduces(isthmus_mesh_thorn* thorn, int routine, int reduction);
/* It asks for what the reduction has come to. */
void isthmus_mesh_uses(isthmus_mesh_thorn* thorn, int routine, int reduction);
/* When the routine, of ISTHMUS_MESH_INITIAL, is done, the equation is solved. */
void isthmus_mesh_solves(isthmus_mesh_thorn* thorn, int routine, int equation);
void isthmus_mesh_before(isthmus_mesh_thorn* thorn, int routine, const char* other);
void isthmus_mesh_after(isthmus_mesh_thorn* thorn, int routine, const char* other);
void isthmus_mesh_flops(isthmus_mesh_thorn* thorn, int routine, double a_point);

/* The choices of a parameter file: which thorns are active, and values of parameters. For the
 * duration of the call. */
typedef struct isthmus_mesh_settled isthmus_mesh_settled;
typedef void (*isthmus_mesh_later)(isthmus_mesh_settled* settled);

/* `later` is called whenever a plan is made of a parameter file. By what that says it may declare
 * routines, boundaries, signs and what is evolved; functions and parameters have their numbers
 * already. It has to declare the same each time. */
void isthmus_mesh_declare_later(isthmus_mesh_flesh* flesh, isthmus_mesh_later later);
/* For more declarations; null where the thorn is not active. */
isthmus_mesh_thorn* isthmus_mesh_active_thorn(isthmus_mesh_settled* settled, const char* name);
double isthmus_mesh_settled_real(const isthmus_mesh_settled* settled, int parameter);
long long isthmus_mesh_settled_integer(const isthmus_mesh_settled* settled, int parameter);
/* Copies the text of so many letters at most, with a 0 behind it; returns how many it has. */
int isthmus_mesh_settled_text(const isthmus_mesh_settled* settled, int parameter, char* to,
                              int letters);
/* A mistake, in the words of who finds it. */
void isthmus_mesh_refuse(isthmus_mesh_settled* settled, const char* what);

/* The one function that a library of thorns has. */
void isthmus_declare_thorns(isthmus_mesh_flesh* flesh);

#ifdef __cplusplus
}
#endif

#endif
