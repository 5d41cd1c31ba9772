# PMIx as Debian has it (libpmix-dev), without CMake files: the target PMIx::PMIx. Its headers are
# in no usual place, but beside what the library's link leads to, also where there is no pkg-config.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(PC_PMIx QUIET pmix)
endif()
find_library(PMIx_LIBRARY pmix HINTS ${PC_PMIx_LIBRARY_DIRS})
set(PMIx_beside "")
if(PMIx_LIBRARY)
  file(REAL_PATH ${PMIx_LIBRARY} PMIx_file)
  cmake_path(GET PMIx_file PARENT_PATH PMIx_beside)
  cmake_path(REPLACE_FILENAME PMIx_beside include)
endif()
find_path(PMIx_INCLUDE_DIR pmix.h HINTS ${PC_PMIx_INCLUDE_DIRS} ${PMIx_beside}
  PATH_SUFFIXES pmix2/include)
mark_as_advanced(PMIx_INCLUDE_DIR PMIx_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(PMIx REQUIRED_VARS PMIx_LIBRARY PMIx_INCLUDE_DIR)
if(PMIx_FOUND AND NOT TARGET PMIx::PMIx)
  add_library(PMIx::PMIx UNKNOWN IMPORTED)
  set_target_properties(PMIx::PMIx PROPERTIES
    IMPORTED_LOCATION ${PMIx_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${PMIx_INCLUDE_DIR})
endif()
