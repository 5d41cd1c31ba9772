/* mesh/cctk/include/cctk_fortran.h: cctk.h in Fortran. For the traditional preprocessor. */
#ifndef ISTHMUS_CCTK_FORTRAN_H
#define ISTHMUS_CCTK_FORTRAN_H

#define CCTK_REAL real*8
#define CCTK_REAL4 real*4
#define CCTK_REAL8 real*8
#define CCTK_INT integer*4
#define CCTK_INT4 integer*4
#define CCTK_INT8 integer*8
#define CCTK_BYTE integer*1
#define CCTK_COMPLEX complex*16
#define CCTK_POINTER integer*8
#define CCTK_POINTER_TO_CONST integer*8
#define CCTK_FPOINTER integer*8
#define CCTK_STRING integer*8

#define CCTK_EQUALS(a,b) (CCTK_Equals(a,b) .ne. 0)
#define CCTK_INFO(a) CCTK_Info(CCTK_THORNSTRING,a)
#define CCTK_PARAMWARN(a) CCTK_ParamWarn(CCTK_THORNSTRING,a)
#define CCTK_WARN(a,b) CCTK_Warn(a,__LINE__,__FILE__,CCTK_THORNSTRING,b)
#define CCTK_ERROR(b) CCTK_Error(__LINE__,__FILE__,CCTK_THORNSTRING,b)

#define CCTK_DELTA_SPACE(x) (cctk_delta_space(x)/cctk_levfac(x))
#define CCTK_ORIGIN_SPACE(x) (cctk_origin_space(x)+cctk_delta_space(x)/cctk_levfac(x)*cctk_levoff(x)/cctk_levoffdenom(x))
#define CCTK_DELTA_TIME (cctk_delta_time/cctk_timefac)

#endif
