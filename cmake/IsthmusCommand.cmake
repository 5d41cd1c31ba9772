# The command line as an installation has it: with ISTHMUS_PYTHON_DIR the Python package is laid
# down there, and the programs that it starts, in the paths that they have in the build.
#
#   PREFIX/ISTHMUS_PYTHON_DIR              the package, with installed.json, which says where the
#                                          rest is, seen from there
#   PREFIX/libexec/isthmus                 what the package takes for the build: apps, programs
#   PREFIX/share/isthmus/experiments       the experiments
#   PREFIX/share/man/man1                  the manual, where tools/make_manual.py has made it
#   PREFIX/bin/isthmus                     the command, but in a wheel
#
# A wheel and `cmake --install` are the same tree under other prefixes.
set(ISTHMUS_PYTHON_DIR "" CACHE STRING
  "Install the command line: the Python package's folder in the prefix; empty: do not")

# The commit of these sources: git's, or that which `make sdist` wrote beside them.
function(isthmus_commit result)
  set(commit unknown)
  if(EXISTS ${PROJECT_SOURCE_DIR}/COMMIT)
    file(STRINGS ${PROJECT_SOURCE_DIR}/COMMIT commit LIMIT_COUNT 1)
  elseif(EXISTS ${PROJECT_SOURCE_DIR}/.git)
    execute_process(
      COMMAND git -C ${PROJECT_SOURCE_DIR} describe
        --always --abbrev=12 --dirty=+changes --exclude=*
      OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
    if(status EQUAL 0)
      set(commit ${found})
    endif()
  endif()
  set(${result} ${commit} PARENT_SCOPE)
endfunction()

# The programs and loadable libraries of a folder and those below it, into the same paths under
# libexec; tests are left out.
function(isthmus_install_programs folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(NOT type MATCHES "^(EXECUTABLE|MODULE_LIBRARY)$" OR target MATCHES "_test$")
      continue()
    endif()
    get_target_property(place ${target} RUNTIME_OUTPUT_DIRECTORY)
    if(type STREQUAL MODULE_LIBRARY OR NOT place)
      get_target_property(place ${target} BINARY_DIR)
    endif()
    file(RELATIVE_PATH place ${PROJECT_BINARY_DIR} ${place})
    install(TARGETS ${target}
      RUNTIME DESTINATION ${command_dir}/${place} LIBRARY DESTINATION ${command_dir}/${place})
  endforeach()
  get_property(below DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(one IN LISTS below)
    isthmus_install_programs(${one})
  endforeach()
endfunction()

if(NOT ISTHMUS_PYTHON_DIR)
  return()
endif()
set(command_dir ${CMAKE_INSTALL_LIBEXECDIR}/isthmus)
set(experiments_dir ${CMAKE_INSTALL_DATADIR}/isthmus/experiments)
cmake_path(SET package_place NORMALIZE ${ISTHMUS_PYTHON_DIR})

set(folders src/mpi src/mesh)
if(ISTHMUS_BUILD_APPS)
  list(APPEND folders apps examples programs)
endif()
foreach(folder IN LISTS folders)
  isthmus_install_programs(${PROJECT_SOURCE_DIR}/${folder})
endforeach()
# What is no target, or no program: thorns by other compilers, parameter files, what all libraries
# of Cactus' thorns are linked to and compiled with.
get_property(files GLOBAL PROPERTY ISTHMUS_COMMAND_FILES)
foreach(file IN LISTS files)
  cmake_path(GET file PARENT_PATH place)
  file(RELATIVE_PATH place ${PROJECT_BINARY_DIR} ${place})
  if(file MATCHES "\\.toml$")
    install(FILES ${file} DESTINATION ${command_dir}/${place})
    continue()
  endif()
  install(PROGRAMS ${file} DESTINATION ${command_dir}/${place})
  cmake_path(GET file FILENAME name)
  if(NOT CMAKE_STRIP)
    continue()
  endif()
  install(CODE "
    set(file \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${command_dir}/${place}/${name}\")
    execute_process(COMMAND \"${CMAKE_STRIP}\" --strip-unneeded \"\${file}\"
      COMMAND_ERROR_IS_FATAL ANY)")
endforeach()
install(FILES ${ISTHMUS_PAGE_MADE} DESTINATION ${command_dir}/page OPTIONAL)
install(TARGETS isthmus_cctk ARCHIVE DESTINATION ${command_dir}/src/mesh/cctk)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/mesh/cctk/include ${PROJECT_SOURCE_DIR}/src/mesh/cctk/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/mesh/cctk FILES_MATCHING
  PATTERN "*.h" PATTERN "*.hpp" PATTERN "*.inc" PATTERN "fortran.cpp" PATTERN "*_test.*" EXCLUDE)
# With the values that were published, and the programs that experiments compile.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/experiments/ DESTINATION ${experiments_dir}
  FILES_MATCHING PATTERN "*.py" PATTERN "*.toml" PATTERN "*.c" PATTERN "__pycache__" EXCLUDE)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/isthmus/ DESTINATION ${package_place}
  FILES_MATCHING PATTERN "*.py" PATTERN "py.typed" PATTERN "__pycache__" EXCLUDE)
isthmus_commit(commit)
set(root ${PROJECT_BINARY_DIR}/root)
foreach(place command_dir experiments_dir)
  file(RELATIVE_PATH ${place}_there ${root}/${package_place} ${root}/${${place}})
endforeach()
file(RELATIVE_PATH headers_there ${root}/${package_place} ${root}/${CMAKE_INSTALL_INCLUDEDIR})
file(RELATIVE_PATH cmake_there ${root}/${package_place} ${root}/${package_dir})
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/installed.json @ONLY CONTENT [[{
  "commit": "@commit@",
  "build": "@command_dir_there@",
  "headers": "@headers_there@",
  "experiments": "@experiments_dir_there@",
  "cmake": "@cmake_there@"
}
]])
install(FILES ${PROJECT_BINARY_DIR}/installed.json DESTINATION ${package_place})
# In a wheel what lies below the environment's own folder, as a manual does, has a place apart.
set(manual_dir ${CMAKE_INSTALL_DATADIR}/man/man1)
if(DEFINED SKBUILD_DATA_DIR)
  set(manual_dir ${SKBUILD_DATA_DIR}/share/man/man1)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/build/manual/ DESTINATION ${manual_dir} OPTIONAL
  FILES_MATCHING PATTERN "*.1.gz")
# The terms of libraries that are compiled in, and in a wheel also of those that auditwheel puts
# there, as the packages of Debian say them from which they are.
set(licensed libcli11-dev libtomlplusplus-dev libxxhash-dev nlohmann-json3-dev)
if(DEFINED SKBUILD)
  list(APPEND licensed libbz2-1.0 libgfortran5 libgomp1 liblz4-1 liblzma5 libmetis5 libquadmath0
    libscotch-7.0 libssl3 libzfp1 libzstd1)
endif()
foreach(package IN LISTS licensed)
  set(terms /usr/share/doc/${package}/copyright)
  if(EXISTS ${terms})
    file(REAL_PATH ${terms} terms)
    install(FILES ${terms} DESTINATION ${CMAKE_INSTALL_DATADIR}/isthmus/licences RENAME ${package})
  else()
    message(STATUS "the licence of ${package} is not at hand, and will not be installed")
  endif()
endforeach()
# A wheel has its `isthmus` from pip.
if(NOT DEFINED SKBUILD)
  file(RELATIVE_PATH packages_there
    ${root}/${CMAKE_INSTALL_BINDIR} ${root}/${package_place}/..)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/isthmus.in ${PROJECT_BINARY_DIR}/bin/isthmus @ONLY)
  install(PROGRAMS ${PROJECT_BINARY_DIR}/bin/isthmus DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
# What `isthmus info` says of the build.
install(CODE "
  file(STRINGS ${PROJECT_BINARY_DIR}/CMakeCache.txt lines
    REGEX \"^(CMAKE_BUILD_TYPE|CMAKE_CXX_COMPILER|ISTHMUS_[A-Z_]+|[A-Za-z0-9]+_(DIR|LIBRARY)):\")
  list(JOIN lines \"\\n\" text)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/installed/CMakeCache.txt
    CONTENT \"\${text}\\n\" @ONLY)")
install(FILES ${PROJECT_BINARY_DIR}/installed/CMakeCache.txt DESTINATION ${command_dir})
