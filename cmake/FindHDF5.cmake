# HDF5 for one process as Debian has it (libhdf5-dev), its C interface alone: the target HDF5::HDF5.
# CMake's own module compiles C programs, which a project of C++ cannot.
find_path(HDF5_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial)
find_library(HDF5_LIBRARY NAMES hdf5_serial hdf5)
mark_as_advanced(HDF5_INCLUDE_DIR HDF5_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(HDF5 REQUIRED_VARS HDF5_LIBRARY HDF5_INCLUDE_DIR)
if(HDF5_FOUND AND NOT TARGET HDF5::HDF5)
  add_library(HDF5::HDF5 UNKNOWN IMPORTED)
  set_target_properties(HDF5::HDF5 PROPERTIES
    IMPORTED_LOCATION ${HDF5_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${HDF5_INCLUDE_DIR})
endif()
