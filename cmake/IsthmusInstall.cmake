# What `cmake --install` lays down: the public headers with those that they need, a static library a
# room, and the package that an outside project finds:
#
#   find_package(Isthmus REQUIRED)
#   target_link_libraries(program PRIVATE Isthmus::isthmus)
#
# The test kit speaks of the engine, so it is a component of its own, for those who want it:
#
#   cmake --install build/release --component testing
include(CMakePackageConfigHelpers)

# The files of src/ that these, named from there, include, directly or not, and they themselves.
function(isthmus_closure_of_headers result)
  set(pending ${ARGN})
  set(found "")
  while(pending)
    list(POP_FRONT pending header)
    if(header IN_LIST found)
      continue()
    endif()
    list(APPEND found ${header})
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
      ${PROJECT_SOURCE_DIR}/src/${header})
    file(STRINGS ${PROJECT_SOURCE_DIR}/src/${header} lines
      REGEX "^#include \"(fem|isthmus|mesh|mobile)/")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^#include \"([^\"]+)\".*" "\\1" included "${line}")
      list(APPEND pending ${included})
    endforeach()
  endwhile()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# Into the place that their names say.
function(isthmus_install_headers)
  cmake_parse_arguments(PARSE_ARGV 0 INSTALL "" "" "HEADERS;OPTIONS")
  foreach(header IN LISTS INSTALL_HEADERS)
    get_filename_component(folder ${header} DIRECTORY)
    install(FILES ${PROJECT_SOURCE_DIR}/src/${header}
      DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder} ${INSTALL_OPTIONS})
  endforeach()
endfunction()

set(public_headers
  fem/box.hpp fem/cut.hpp fem/gmsh.hpp fem/insertion.hpp fem/isthmus_fem_mpi.h fem/mpi.hpp
  fem/part.hpp fem/vtu.hpp fem/vtu_file.hpp
  isthmus/isthmus.hpp mobile/mobile.hpp mobile/isthmus_mobile.h
  mesh/driver/run_mesh.hpp mesh/driver/serial_mesh.hpp mesh/flesh/flesh.hpp
  mesh/flesh/library.hpp mesh/output/mesh_output.hpp mesh/output/serial_output.hpp
  mesh/thorn_library.hpp mesh/isthmus_mesh.h isthmus/graph/graph.hpp isthmus/graph/partition.hpp)
set(testing_headers isthmus/testing/everywhere.hpp)
isthmus_closure_of_headers(public_headers ${public_headers})
isthmus_closure_of_headers(testing_headers ${testing_headers})
list(REMOVE_ITEM testing_headers ${public_headers})
set(only_testing COMPONENT testing EXCLUDE_FROM_ALL)
isthmus_install_headers(HEADERS ${public_headers})
# Fortran's modules, and what is for any MPI, are compiled by who uses them, with their own
# compiler.
install(FILES ${PROJECT_SOURCE_DIR}/src/mesh/isthmus_mesh.f90
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/mesh)
install(FILES ${PROJECT_SOURCE_DIR}/src/fem/isthmus_fem.f90
              ${PROJECT_SOURCE_DIR}/src/fem/isthmus_fem_mpi.c
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fem)
isthmus_install_headers(HEADERS ${testing_headers} OPTIONS ${only_testing})

get_property(installed GLOBAL PROPERTY ISTHMUS_ROOMS)
list(REMOVE_ITEM installed isthmus_testing)
if(TARGET isthmus)
  list(APPEND installed isthmus)
endif()
install(TARGETS ${installed} EXPORT IsthmusTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS isthmus_testing EXPORT IsthmusTestingTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} ${only_testing})

# The packages whose targets the rooms name (X::y is of package X), found again by the user's
# CMake.
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
  string(APPEND ISTHMUS_FIND_DEPENDENCIES "find_dependency(${package})\n")
endforeach()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Isthmus)
install(EXPORT IsthmusTargets NAMESPACE Isthmus:: DESTINATION ${package_dir})
install(EXPORT IsthmusTestingTargets NAMESPACE Isthmus:: DESTINATION ${package_dir}
  ${only_testing})
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
# Where `make page` has made it, which a source distribution has along.
set(ISTHMUS_PAGE_MADE ${PROJECT_SOURCE_DIR}/build/page/page.html)
install(FILES ${ISTHMUS_PAGE_MADE}
  DESTINATION ${CMAKE_INSTALL_DATADIR}/isthmus OPTIONAL)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
