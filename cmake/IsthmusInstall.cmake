# What `cmake --install` lays down: the headers, a static library a room, and the package that an
# outside project finds:
#
#   find_package(Isthmus REQUIRED)
#   target_link_libraries(program PRIVATE Isthmus::isthmus)
include(CMakePackageConfigHelpers)

get_property(installed GLOBAL PROPERTY ISTHMUS_ROOMS)
if(TARGET isthmus)
  list(APPEND installed isthmus)
endif()
install(TARGETS ${installed} EXPORT IsthmusTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/isthmus ${PROJECT_SOURCE_DIR}/src/mobile
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" PATTERN "*_test.hpp" EXCLUDE)

# The packages whose targets the rooms name (X::y is of package X), found again by the user's
# CMake. Only the test kit needs GoogleTest, so a machine without it still gets the rest.
set(packages "")
foreach(target IN LISTS installed)
  foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
    get_target_property(libraries ${target} ${property})
    foreach(library IN LISTS libraries)
      if(library MATCHES "^([A-Za-z0-9_]+)::" AND NOT CMAKE_MATCH_1 STREQUAL PROJECT_NAME)
        list(APPEND packages ${CMAKE_MATCH_1})
      endif()
    endforeach()
  endforeach()
endforeach()
list(REMOVE_DUPLICATES packages)
# Those without CMake files of their own are found by ours, which go along.
set(find_modules "")
foreach(package IN LISTS packages)
  if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/Find${package}.cmake)
    list(APPEND find_modules ${CMAKE_CURRENT_LIST_DIR}/Find${package}.cmake)
  endif()
endforeach()
set(ISTHMUS_FIND_DEPENDENCIES "")
foreach(package IN LISTS packages)
  if(package STREQUAL "GTest")
    string(APPEND ISTHMUS_FIND_DEPENDENCIES "find_package(GTest QUIET)\n")
  else()
    string(APPEND ISTHMUS_FIND_DEPENDENCIES "find_dependency(${package})\n")
  endif()
endforeach()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Isthmus)
install(EXPORT IsthmusTargets NAMESPACE Isthmus:: DESTINATION ${package_dir})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/IsthmusConfig.cmake.in
  ${PROJECT_BINARY_DIR}/IsthmusConfig.cmake
  INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may break its users.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/IsthmusConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/IsthmusConfig.cmake ${PROJECT_BINARY_DIR}/IsthmusConfigVersion.cmake
  DESTINATION ${package_dir})
install(FILES ${find_modules} DESTINATION ${package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
