/* mesh/cctk/include/cctk_c.h: cctk.h in C and C++. */
#ifndef ISTHMUS_CCTK_C_H
#define ISTHMUS_CCTK_C_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
/* Thorns include this within extern "C", too. */
extern "C++" {
#include <complex>
}
#define ISTHMUS_CCTK_RESTRICT __restrict__
#ifndef restrict
#define restrict __restrict__
#endif
extern "C" {
#else
#define ISTHMUS_CCTK_RESTRICT restrict
#endif

typedef double CCTK_REAL;
typedef double CCTK_REAL8;
typedef float CCTK_REAL4;
typedef int CCTK_INT;
typedef int CCTK_INT4;
typedef long long CCTK_INT8;
#ifdef __cplusplus
typedef std::complex<double> CCTK_COMPLEX;
#else
typedef double _Complex CCTK_COMPLEX;
#endif
static inline CCTK_COMPLEX CCTK_Cmplx(CCTK_REAL re, CCTK_REAL im) {
#ifdef __cplusplus
  return CCTK_COMPLEX(re, im);
#else
  /* By its parts: `re + im * I` has other signs of 0, and other bits where one is infinite. */
  union {
    CCTK_REAL parts[2];
    CCTK_COMPLEX whole;
  } number = {{re, im}};
  return number.whole;
#endif
}
static inline CCTK_REAL CCTK_CmplxReal(CCTK_COMPLEX number) {
#ifdef __cplusplus
  return number.real();
#else
  return __real__ number;
#endif
}
static inline CCTK_REAL CCTK_CmplxImag(CCTK_COMPLEX number) {
#ifdef __cplusplus
  return number.imag();
#else
  return __imag__ number;
#endif
}
static inline CCTK_COMPLEX CCTK_CmplxConjg(CCTK_COMPLEX number) {
  return CCTK_Cmplx(CCTK_CmplxReal(number), -CCTK_CmplxImag(number));
}
static inline CCTK_REAL CCTK_CmplxAbs(CCTK_COMPLEX number) {
  return __builtin_hypot(CCTK_CmplxReal(number), CCTK_CmplxImag(number));
}
static inline CCTK_COMPLEX CCTK_CmplxAdd(CCTK_COMPLEX a, CCTK_COMPLEX b) { return a + b; }
static inline CCTK_COMPLEX CCTK_CmplxSub(CCTK_COMPLEX a, CCTK_COMPLEX b) { return a - b; }
static inline CCTK_COMPLEX CCTK_CmplxMul(CCTK_COMPLEX a, CCTK_COMPLEX b) { return a * b; }
static inline CCTK_COMPLEX CCTK_CmplxDiv(CCTK_COMPLEX a, CCTK_COMPLEX b) { return a / b; }
typedef unsigned char CCTK_BYTE;
typedef char CCTK_CHAR;
typedef const char* CCTK_STRING;
typedef void* CCTK_POINTER;
typedef const void* CCTK_POINTER_TO_CONST;
typedef void (*CCTK_FPOINTER)(void);

#define CCTK_ATTRIBUTE_UNUSED __attribute__((unused))
#define CCTK_ATTRIBUTE_NORETURN __attribute__((noreturn))
#define CCTK_ATTRIBUTE_FORMAT(kind, text, first) __attribute__((__format__(kind, text, first)))
#define CCTK_ATTRIBUTE_PURE
#define CCTK_ATTRIBUTE_CONST
#define CCTK_FILEVERSION(file) struct cctk_version_##file;
#define CCTK_FNAME(name) name##_
#define CCTK_FCALL
#define CCTK_STATIC_INLINE static inline

/* The grid as a routine sees it: the points that it is to compute, and cctk_nghostzones more on
 * either side. Arrays have these points and no other, one behind the other. */
typedef struct cGH {
  int cctk_dim;
  int cctk_iteration;
  int* cctk_gsh;  /* of the whole grid, boundaries included */
  int* cctk_lsh;
  int* cctk_ash;
  int* cctk_lbnd; /* where the first point lies in the whole grid */
  int* cctk_ubnd;
  int* cctk_from;
  int* cctk_to;
  int* cctk_tile_min;
  int* cctk_tile_max;
  int* cctk_bbox; /* 1 where a face is beyond the whole grid's points */
  int* cctk_nghostzones;
  int* cctk_levfac;
  int* cctk_levoff;
  int* cctk_levoffdenom;
  int cctk_timefac;
  int cctk_convlevel;
  int cctk_convfac;
  CCTK_REAL cctk_delta_time;
  CCTK_REAL cctk_time;
  CCTK_REAL* cctk_delta_space;
  CCTK_REAL* cctk_origin_space;
  void*** data; /* by variable and time level; null where the routine does not use it */
  void** extensions;
} cGH;

#define CCTK_ARGUMENTS const cGH* ISTHMUS_CCTK_RESTRICT const cctkGH
#define _CCTK_ARGUMENTS const cGH*
#define CCTK_PASS_CTOC cctkGH

static inline int CCTK_GFINDEX1D(const cGH* gh, int i) {
  (void)gh;
  return i;
}
static inline int CCTK_GFINDEX2D(const cGH* gh, int i, int j) { return i + gh->cctk_ash[0] * j; }
static inline int CCTK_GFINDEX3D(const cGH* gh, int i, int j, int k) {
  return i + gh->cctk_ash[0] * (j + gh->cctk_ash[1] * k);
}

#define CCTK_DELTA_SPACE(x) (cctkGH->cctk_delta_space[x] / cctkGH->cctk_levfac[x])
#define CCTK_DELTA_TIME (cctkGH->cctk_delta_time / cctkGH->cctk_timefac)
#define CCTK_ORIGIN_SPACE(x)                                                          \
  (cctkGH->cctk_origin_space[x] + cctkGH->cctk_delta_space[x] / cctkGH->cctk_levfac[x] * \
                                      cctkGH->cctk_levoff[x] / cctkGH->cctk_levoffdenom[x])

#ifdef ISTHMUS_CCTK_READING /* `isthmus mesh cctk build` reads what routines do with variables. */
#define ISTHMUS_CCTK_ARGUMENTS isthmus_cctk_arguments;
#else
#define ISTHMUS_CCTK_ARGUMENTS                                                        \
  CCTK_ATTRIBUTE_UNUSED const int cctk_dim = cctkGH->cctk_dim;                         \
  CCTK_ATTRIBUTE_UNUSED const int* const cctk_gsh = cctkGH->cctk_gsh;                  \
  CCTK_ATTRIBUTE_UNUSED const int* const cctk_lsh = cctkGH->cctk_lsh;                  \
  CCTK_ATTRIBUTE_UNUSED const int* const cctk_ash = cctkGH->cctk_ash;                  \
  CCTK_ATTRIBUTE_UNUSED const int* const cctk_lbnd = cctkGH->cctk_lbnd;                \
  CCTK_ATTRIBUTE_UNUSED const int* const cctk_ubnd = cctkGH->cctk_ubnd;                \
  CCTK_ATTRIBUTE_UNUSED const int* const cctk_from = cctkGH->cctk_from;                \
  CCTK_ATTRIBUTE_UNUSED const int* const cctk_to = cctkGH->cctk_to;                    \
  CCTK_ATTRIBUTE_UNUSED const int* const cctk_tile_min = cctkGH->cctk_tile_min;        \
  CCTK_ATTRIBUTE_UNUSED const int* const cctk_tile_max = cctkGH->cctk_tile_max;        \
  CCTK_ATTRIBUTE_UNUSED const int* const cctk_bbox = cctkGH->cctk_bbox;                \
  CCTK_ATTRIBUTE_UNUSED const int* const cctk_nghostzones = cctkGH->cctk_nghostzones;  \
  CCTK_ATTRIBUTE_UNUSED const int* const cctk_levfac = cctkGH->cctk_levfac;            \
  CCTK_ATTRIBUTE_UNUSED const int* const cctk_levoff = cctkGH->cctk_levoff;            \
  CCTK_ATTRIBUTE_UNUSED const int* const cctk_levoffdenom = cctkGH->cctk_levoffdenom;  \
  CCTK_ATTRIBUTE_UNUSED const int cctk_timefac = cctkGH->cctk_timefac;                 \
  CCTK_ATTRIBUTE_UNUSED const int cctk_convlevel = cctkGH->cctk_convlevel;             \
  CCTK_ATTRIBUTE_UNUSED const int cctk_convfac = cctkGH->cctk_convfac;                 \
  CCTK_ATTRIBUTE_UNUSED const int cctk_iteration = cctkGH->cctk_iteration;             \
  CCTK_ATTRIBUTE_UNUSED const CCTK_REAL cctk_delta_time = cctkGH->cctk_delta_time;     \
  CCTK_ATTRIBUTE_UNUSED const CCTK_REAL cctk_time = cctkGH->cctk_time;                 \
  CCTK_ATTRIBUTE_UNUSED CCTK_REAL* const cctk_delta_space = cctkGH->cctk_delta_space;  \
  CCTK_ATTRIBUTE_UNUSED CCTK_REAL* const cctk_origin_space = cctkGH->cctk_origin_space;
#endif

/* Messages. Those of information are told by the piece of the grid that holds its first point. An
 * error ends the job; when a plan is made, it is a mistake of the parameter file. */
int CCTK_Info(const char* thorn, const char* message);
int CCTK_VInfo(const char* thorn, const char* format, ...) CCTK_ATTRIBUTE_FORMAT(printf, 2, 3);
int CCTK_Warn(int level, int line, const char* file, const char* thorn, const char* message);
int CCTK_VWarn(int level, int line, const char* file, const char* thorn, const char* format, ...)
    CCTK_ATTRIBUTE_FORMAT(printf, 5, 6);
void CCTK_Error(int line, const char* file, const char* thorn, const char* message)
    CCTK_ATTRIBUTE_NORETURN;
void CCTK_VError(int line, const char* file, const char* thorn, const char* format, ...)
    CCTK_ATTRIBUTE_FORMAT(printf, 4, 5) CCTK_ATTRIBUTE_NORETURN;
int CCTK_ParamWarn(const char* thorn, const char* message);
int CCTK_VParamWarn(const char* thorn, const char* format, ...) CCTK_ATTRIBUTE_FORMAT(printf, 2, 3);
#define CCTK_INFO(message) CCTK_Info(CCTK_THORNSTRING, message)
#define CCTK_VINFO(...) CCTK_VInfo(CCTK_THORNSTRING, __VA_ARGS__)
#define CCTK_WARN(level, message) CCTK_Warn(level, __LINE__, __FILE__, CCTK_THORNSTRING, message)
#define CCTK_VWARN(level, ...) \
  CCTK_VWarn(level, __LINE__, __FILE__, CCTK_THORNSTRING, __VA_ARGS__)
#define CCTK_ERROR(message) CCTK_Error(__LINE__, __FILE__, CCTK_THORNSTRING, message)
#define CCTK_VERROR(...) CCTK_VError(__LINE__, __FILE__, CCTK_THORNSTRING, __VA_ARGS__)
#define CCTK_PARAMWARN(message) CCTK_ParamWarn(CCTK_THORNSTRING, message)
#define CCTK_VPARAMWARN(...) CCTK_VParamWarn(CCTK_THORNSTRING, __VA_ARGS__)
int CCTK_RegisterBanner(const char* banner);

/* Texts, thorns, the machine. */
int CCTK_Equals(const char* one, const char* other);
#define CCTK_EQUALS(one, other) CCTK_Equals(one, other)
int CCTK_IsThornActive(const char* thorn);
int CCTK_IsImplementationActive(const char* implementation);
int CCTK_IsFunctionAliased(const char* function);
int CCTK_MyProc(const cGH* gh);
int CCTK_nProcs(const cGH* gh);

/* Variables and groups: numbers from 0 on, and less than 0 where there is none. */
int CCTK_VarIndex(const char* name);
int CCTK_GroupIndex(const char* name);
int CCTK_GroupIndexFromVarI(int variable);
int CCTK_GroupIndexFromVar(const char* name);
int CCTK_FirstVarIndexI(int group);
int CCTK_FirstVarIndex(const char* group);
int CCTK_NumVars(void);
int CCTK_NumGroups(void);
int CCTK_NumVarsInGroupI(int group);
int CCTK_NumVarsInGroup(const char* group);
int CCTK_GroupDimI(int group);
int CCTK_GroupTypeI(int group);
int CCTK_VarTypeI(int variable);
int CCTK_NumTimeLevelsI(int variable);
int CCTK_NumTimeLevelsFromVarI(int variable);
int CCTK_ActiveTimeLevelsVI(const cGH* gh, int variable);
int CCTK_ActiveTimeLevelsGI(const cGH* gh, int group);
const char* CCTK_VarName(int variable);
char* CCTK_FullName(int variable); /* for the caller to free */
char* CCTK_GroupName(int group);   /* for the caller to free */
const char* CCTK_ImpFromVarI(int variable);
/* Null where the routine does not use it; see docs/guide/cactus-thorns.md. */
void* CCTK_VarDataPtr(const cGH* gh, int level, const char* name);
void* CCTK_VarDataPtrI(const cGH* gh, int level, int variable);
int CCTK_QueryGroupStorageI(const cGH* gh, int group);
int CCTK_QueryGroupStorage(const cGH* gh, const char* group);
int CCTK_SyncGroup(const cGH* gh, const char* group);
int CCTK_SyncGroupI(const cGH* gh, int group);

/* Parameters, as texts; null where there is none. */
const void* CCTK_ParameterGet(const char* name, const char* thorn, int* type);
char* CCTK_ParameterValString(const char* name, const char* thorn); /* for the caller to free */

/* The grid's coordinates. */
int CCTK_CoordRange(const cGH* gh, CCTK_REAL* lower, CCTK_REAL* upper, int direction,
                    const char* name, const char* system);

/* Reductions over all points of the grid: minimum, maximum, sum, average, count, norm1, norm2 and
 * norm_inf of grid functions. A routine asks for the same ones each time, whatever grid functions
 * have, and for none of what it has changed itself. Handles are greater than 0; the functions return 0,
 * or less where something is none. All PEs get the result. */
int CCTK_ReductionHandle(const char* name);
int CCTK_ReductionArrayHandle(const char* name);
int CCTK_LocalArrayReductionHandle(const char* name);
int CCTK_Reduce(const cGH* gh, int proc, int handle, int out_count, int type, void* out,
                int in_count, ... /* variables */);
int CCTK_ReduceGridArrays(const cGH* gh, int proc, int handle, int table, int in_count,
                          const CCTK_INT* variables, int out_count, const CCTK_INT* types,
                          void* const* out);

/* Values between points, by the tensor product of Lagrange's polynomials of the table's "order", 1
 * to 9 (1): "Lagrange polynomial interpolation" and "uniform cartesian". CCTK_InterpGridArrays
 * takes grid functions; a routine asks for the same points each time, whatever grid functions have,
 * and for nothing that it has changed itself. All PEs get the values. Points lie among those of the
 * grid, without its boundary. Handles are 0 or more; functions return 0 or one of the errors. */
int CCTK_InterpHandle(const char* name);
int CCTK_CoordSystemHandle(const char* name);
int CCTK_InterpGridArrays(const cGH* gh, int dimensions, int handle, int table, int system,
                          int count, int type, const void* const* coordinates, int in_count,
                          const CCTK_INT* variables, int out_count, const CCTK_INT* types,
                          void* const* out);
int CCTK_InterpLocalUniform(int dimensions, int handle, int table, const CCTK_REAL* origin,
                            const CCTK_REAL* delta, int count, int type,
                            const void* const* coordinates, int in_count, const CCTK_INT* sizes,
                            const CCTK_INT* in_types, const void* const* in, int out_count,
                            const CCTK_INT* out_types, void* const* out);
#define CCTK_ERROR_INTERP_GRID_TOO_SMALL (-1000)
#define CCTK_ERROR_INTERP_GRID_TOO_TINY CCTK_ERROR_INTERP_GRID_TOO_SMALL
#define CCTK_ERROR_INTERP_POINT_OUTSIDE (-1002)
#define CCTK_ERROR_INTERP_POINT_X_RANGE CCTK_ERROR_INTERP_POINT_OUTSIDE
#define CCTK_ERROR_INTERP_COORD_NAN (-1004)
#define CCTK_ERROR_INTERP_DELTA_X_ZERO (-1005)
#define UTIL_ERROR_BAD_HANDLE (-2)
#define UTIL_ERROR_BAD_INPUT (-3)

/* Time that is measured, by the name of a timer or its number. */
enum { val_none, val_int, val_long, val_double };
typedef struct cTimerVal {
  int type;
  const char* heading;
  const char* units;
  union {
    int i;
    long l;
    double d;
  } val;
  double seconds;
  double resolution;
} cTimerVal;
typedef struct cTimerData {
  int n_vals;
  cTimerVal* vals;
} cTimerData;
int CCTK_NumTimers(void);
const char* CCTK_TimerName(int timer);
int CCTK_TimerCreate(const char* name);
int CCTK_TimerCreateI(void);
int CCTK_TimerStart(const char* name);
int CCTK_TimerStartI(int timer);
int CCTK_TimerStop(const char* name);
int CCTK_TimerStopI(int timer);
int CCTK_TimerReset(const char* name);
int CCTK_TimerResetI(int timer);
int CCTK_TimerDestroy(const char* name);
int CCTK_TimerDestroyI(int timer);
cTimerData* CCTK_TimerCreateData(void);
int CCTK_TimerDestroyData(cTimerData* data);
int CCTK_Timer(const char* name, cTimerData* data);
int CCTK_TimerI(int timer, cTimerData* data);
int CCTK_NumClocks(void);
int CCTK_TimerPrintData(const char* name, const char* clock);
int CCTK_TimerPrintDataI(int timer, const char* clock);

/* Symmetries: the sign of a variable that is mirrored, by dimension. */
int SetCartSymVI(const cGH* gh, const int* signs, int variable);
int SetCartSymVN(const cGH* gh, const int* signs, const char* variable);
int SetCartSymGI(const cGH* gh, const int* signs, int group);
int SetCartSymGN(const cGH* gh, const int* signs, const char* group);
/* What they once did is done where ghosts are filled. */
int CartSymVI(const cGH* gh, int variable);
int CartSymVN(const cGH* gh, const char* variable);
int CartSymGI(const cGH* gh, int group);
int CartSymGN(const cGH* gh, const char* group);

/* Boundaries by the functions of old. */
int BndScalarVI(const cGH* gh, const int* width, CCTK_REAL value, int variable);
int BndScalarVN(const cGH* gh, const int* width, CCTK_REAL value, const char* variable);
int BndScalarGI(const cGH* gh, const int* width, CCTK_REAL value, int group);
int BndScalarGN(const cGH* gh, const int* width, CCTK_REAL value, const char* group);
int BndFlatVI(const cGH* gh, const int* width, int variable);
int BndFlatVN(const cGH* gh, const int* width, const char* variable);
int BndFlatGI(const cGH* gh, const int* width, int group);
int BndFlatGN(const cGH* gh, const int* width, const char* group);
int BndStaticVI(const cGH* gh, const int* width, int variable);
int BndStaticVN(const cGH* gh, const int* width, const char* variable);
int BndStaticGI(const cGH* gh, const int* width, int group);
int BndStaticGN(const cGH* gh, const int* width, const char* group);
int BndRadiativeVI(const cGH* gh, const int* width, CCTK_REAL value, CCTK_REAL speed, int variable,
                   int before);
int BndRadiativeVN(const cGH* gh, const int* width, CCTK_REAL value, CCTK_REAL speed,
                   const char* variable, const char* before);
int BndRadiativeGI(const cGH* gh, const int* width, CCTK_REAL value, CCTK_REAL speed, int group,
                   int before);
int BndRadiativeGN(const cGH* gh, const int* width, CCTK_REAL value, CCTK_REAL speed,
                   const char* group, const char* before);

int BndCopyVI(const cGH* gh, const int* width, int to, int from);
int BndCopyVN(const cGH* gh, const int* width, const char* to, const char* from);
int BndCopyGI(const cGH* gh, const int* width, int to, int from);
int BndCopyGN(const cGH* gh, const int* width, const char* to, const char* from);
int BndRobinVI(const cGH* gh, const int* width, CCTK_REAL far, int falloff, int variable);
int BndRobinVN(const cGH* gh, const int* width, CCTK_REAL far, int falloff, const char* variable);
int BndRobinGI(const cGH* gh, const int* width, CCTK_REAL far, int falloff, int group);
int BndRobinGN(const cGH* gh, const int* width, CCTK_REAL far, int falloff, const char* group);

/* Elliptic equations: laplacian f + coefficient f + source = 0 in flat space, by overrelaxation
 * ("sor"), until the mean of the left side's absolute values is at most abs_tolerance[0]. The last
 * two variables may be less than 0: none. Keys: "EllLinFlat::Bnd::Robin" ("yes"), with
 * "EllLinFlat::Bnd::Robin::inf" and "EllLinFlat::Bnd::Robin::falloff", else what f has at the
 * boundary stays there; "Ell::SORmaxit" (100). Once in a routine, of INITIAL and the like: it is
 * called up to the equation, and, when that is solved, again as a whole. */
int Ell_LinFlatSolver(const cGH* gh, int variable, int coefficient, int source,
                      const CCTK_REAL* abs_tolerance, const CCTK_REAL* relative_tolerance,
                      const char* solver);
int Ell_SetRealKey(CCTK_REAL value, const char* key);
int Ell_SetIntKey(CCTK_INT value, const char* key);
int Ell_SetStrKey(const char* value, const char* key);

/* [output] of the parameter file says what is put out; less than 0, and nothing is done. */
int CCTK_OutputVarAsByMethod(const cGH* gh, const char* variable, const char* method,
                             const char* name);
int CCTK_OutputVarAs(const cGH* gh, const char* variable, const char* name);
int CCTK_OutputVar(const cGH* gh, const char* variable);
int CCTK_OutputVarByMethod(const cGH* gh, const char* variable, const char* method);

/* Tables of options. */
int Util_TableCreate(int flags);
int Util_TableCreateFromString(const char* text);
int Util_TableDestroy(int table);
int Util_TableSetReal(int table, CCTK_REAL value, const char* key);
int Util_TableSetInt(int table, CCTK_INT value, const char* key);
int Util_TableSetString(int table, const char* value, const char* key);
int Util_TableSetIntArray(int table, int count, const CCTK_INT* values, const char* key);
int Util_TableSetRealArray(int table, int count, const CCTK_REAL* values, const char* key);
int Util_TableGetIntArray(int table, int count, CCTK_INT* values, const char* key);
int Util_TableGetReal(int table, CCTK_REAL* value, const char* key);
int Util_TableGetInt(int table, CCTK_INT* value, const char* key);
int Util_TableDeleteKey(int table, const char* key);
#define UTIL_TABLE_FLAGS_DEFAULT 0
#define UTIL_TABLE_FLAGS_CASE_INSENSITIVE 1

int Util_StrCmpi(const char* one, const char* other);
int Util_snprintf(char* text, size_t size, const char* format, ...);

#ifdef __cplusplus
}
#endif

#ifdef CCTK_THORNSTRING /* of a thorn; what infrastructure has itself is in infrastructure.hpp */
#include "cctk_Functions.h"
#endif

#endif
