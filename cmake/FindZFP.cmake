# zfp as Debian has it (libzfp-dev): the target ZFP::ZFP. Its own CMake files want OpenMP for C of
# whoever links it, which nothing here calls.
find_path(ZFP_INCLUDE_DIR zfp.h)
find_library(ZFP_LIBRARY zfp)
mark_as_advanced(ZFP_INCLUDE_DIR ZFP_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ZFP REQUIRED_VARS ZFP_LIBRARY ZFP_INCLUDE_DIR)
if(ZFP_FOUND AND NOT TARGET ZFP::ZFP)
  add_library(ZFP::ZFP UNKNOWN IMPORTED)
  set_target_properties(ZFP::ZFP PROPERTIES
    IMPORTED_LOCATION ${ZFP_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${ZFP_INCLUDE_DIR})
endif()
