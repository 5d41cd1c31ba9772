/* mesh/cctk/include/cctk.h: what thorns of Cactus include, in C, C++ and Fortran.
 *
 * `isthmus mesh cctk --coverage` lists what is here. FCODE is defined where Fortran is compiled. */
#ifndef ISTHMUS_CCTK_H
#define ISTHMUS_CCTK_H

#define CCTK_VARIABLE_VOID 100
#define CCTK_VARIABLE_BYTE 110
#define CCTK_VARIABLE_INT 120
#define CCTK_VARIABLE_INT4 123
#define CCTK_VARIABLE_INT8 124
#define CCTK_VARIABLE_REAL 130
#define CCTK_VARIABLE_REAL4 131
#define CCTK_VARIABLE_REAL8 132
#define CCTK_VARIABLE_COMPLEX 140
#define CCTK_VARIABLE_CHAR 150
#define CCTK_VARIABLE_STRING 151
#define CCTK_VARIABLE_POINTER 160

#define CCTK_SCALAR 401
#define CCTK_GF 402
#define CCTK_ARRAY 403

#define CCTK_ALL_FACES 16383

#define ELL_SUCCESS 0
#define ELL_NOSOLVER -1
#define ELL_NOCONVERGENCE -2
#define ELL_NOCLASS -3
#define ELL_CLASSEXISTS -4

#define CCTK_WARN_ABORT 0
#define CCTK_WARN_ALERT 1
#define CCTK_WARN_COMPLAIN 2
#define CCTK_WARN_PICKY 3
#define CCTK_WARN_DEBUG 4

#ifdef FCODE
#include "cctk_fortran.h"
#else
#include "cctk_c.h"
#endif

#endif
