// mesh/cctk/infrastructure.hpp: functions that infrastructure provides to thorns by their names,
// as these declare them in interface.ccl.
#pragma once

#include "mesh/cctk/include/cctk.h"

extern "C" {

/// All faces and one width are the only ones. 0, or less where there is no such variable.
CCTK_INT Boundary_SelectVarForBC(const void* gh, CCTK_INT faces, CCTK_INT width, CCTK_INT table,
                                 const char* variable, const char* kind);
CCTK_INT Boundary_SelectVarForBCI(const void* gh, CCTK_INT faces, CCTK_INT width, CCTK_INT table,
                                  CCTK_INT variable, const char* kind);
CCTK_INT Boundary_SelectGroupForBC(const void* gh, CCTK_INT faces, CCTK_INT width, CCTK_INT table,
                                   const char* group, const char* kind);
CCTK_INT Boundary_SelectGroupForBCI(const void* gh, CCTK_INT faces, CCTK_INT width, CCTK_INT table,
                                    CCTK_INT group, const char* kind);

/// Tables of options for systems of coordinates; less than 0 where there is none.
CCTK_INT Coord_SystemRegister(const void* gh, CCTK_INT dimensions, const char* system);
CCTK_INT Coord_SystemHandle(const void* gh, const char* system);
CCTK_INT Coord_CoordRegister(const void* gh, CCTK_INT system, CCTK_INT direction, const char* name);
CCTK_INT Coord_CoordHandle(const void* gh, const char* name, const char* system);
CCTK_INT Coord_SetDefaultSystem(const void* gh, const char* system);
CCTK_INT Coord_GroupSystem(const void* gh, const char* group);

/// A method of lines integrates the variables; the derivatives in time are those of the other.
CCTK_INT MoLRegisterEvolved(CCTK_INT variable, CCTK_INT derivative);
CCTK_INT MoLRegisterEvolvedGroup(CCTK_INT group, CCTK_INT derivatives);
CCTK_INT MoLRegisterConstrained(CCTK_INT variable);
CCTK_INT MoLRegisterConstrainedGroup(CCTK_INT group);
CCTK_INT MoLRegisterSaveAndRestore(CCTK_INT variable);
CCTK_INT MoLRegisterSaveAndRestoreGroup(CCTK_INT group);

}  // extern "C"
