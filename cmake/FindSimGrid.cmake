# SimGrid as Debian has it (libsimgrid-dev), without CMake files: the target SimGrid::SimGrid.
find_path(SimGrid_INCLUDE_DIR simgrid/s4u.hpp)
find_library(SimGrid_LIBRARY simgrid)
mark_as_advanced(SimGrid_INCLUDE_DIR SimGrid_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SimGrid REQUIRED_VARS SimGrid_LIBRARY SimGrid_INCLUDE_DIR)
if(SimGrid_FOUND AND NOT TARGET SimGrid::SimGrid)
  add_library(SimGrid::SimGrid UNKNOWN IMPORTED)
  set_target_properties(SimGrid::SimGrid PROPERTIES
    IMPORTED_LOCATION ${SimGrid_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${SimGrid_INCLUDE_DIR})
endif()
