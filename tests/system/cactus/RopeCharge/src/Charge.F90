! Where a charged ball draws the rope. What stands before the solver is done once more behind it.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"
#include "EllBase.h"

subroutine RopeCharge_Begin(CCTK_ARGUMENTS)
  implicit none
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  DECLARE_CCTK_FUNCTIONS
  integer :: status, of_u, of_softness, of_load
  CCTK_INT :: length
  CCTK_REAL :: absolute(3), relative(3)
  character(len=30) :: name
  character(len=80) :: line
  CCTK_REAL, allocatable :: kept(:)

  allocate(kept(100000))
  call RopeCharge_Hold(1)
  call CCTK_VarIndex(of_u, "rope::u")
  call CCTK_VarIndex(of_softness, "ropecharge::softness")
  call CCTK_VarIndex(of_load, "ropecharge::load")
  u = 0.0d0
  softness = -0.25d0
  where (r <= radius)
    load = 3.0d0
  elsewhere
    load = 0.0d0
  end where
  absolute = 1.0d-9
  relative = -1
  if (is_far .ne. 0) then
    call Ell_SetStrKey(status, "yes", "EllLinFlat::Bnd::Robin")
    call Ell_SetRealKey(status, 0.125d0, "EllLinFlat::Bnd::Robin::inf")
    call Ell_SetIntKey(status, 2, "EllLinFlat::Bnd::Robin::falloff")
  end if
  call Ell_SetIntKey(status, sweeps, "Ell::SORmaxit")
  call CCTK_FortranString(length, solver, name)
  call CCTK_INFO("begins")
  call Ell_LinFlatSolver(status, cctkGH, of_u, of_softness, of_load, absolute, relative, name)
  if (status .eq. ELL_SUCCESS) then
    call CCTK_INFO("is solved")
  else if (status .eq. ELL_NOCONVERGENCE) then
    call CCTK_INFO("is not solved")
  else
    write(line, '("nobody solves it: ", I3)') status
    call CCTK_INFO(line)
  end if
  u_p = u
  kept = 0
  deallocate(kept)
  call RopeCharge_Hold(-1)
end subroutine
