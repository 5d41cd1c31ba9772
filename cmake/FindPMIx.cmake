# PMIx as Debian has it (libpmix-dev), without CMake files: the target PMIx::PMIx.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(PC_PMIx QUIET pmix)
endif()
find_path(PMIx_INCLUDE_DIR pmix.h HINTS ${PC_PMIx_INCLUDE_DIRS} PATH_SUFFIXES pmix2/include)
find_library(PMIx_LIBRARY pmix HINTS ${PC_PMIx_LIBRARY_DIRS})
mark_as_advanced(PMIx_INCLUDE_DIR PMIx_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(PMIx REQUIRED_VARS PMIx_LIBRARY PMIx_INCLUDE_DIR)
if(PMIx_FOUND AND NOT TARGET PMIx::PMIx)
  add_library(PMIx::PMIx UNKNOWN IMPORTED)
  set_target_properties(PMIx::PMIx PROPERTIES
    IMPORTED_LOCATION ${PMIx_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${PMIx_INCLUDE_DIR})
endif()
