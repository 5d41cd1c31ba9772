# The programs that the tests of this room run as ranks, by each compiler that is here: their tests
# are skipped for those that are not.
include(IsthmusRunnable)
find_program(ISTHMUS_GCC NAMES gcc cc)
find_program(ISTHMUS_GXX NAMES g++ c++)
find_program(ISTHMUS_CLANG NAMES clang-19 clang)
find_program(ISTHMUS_CLANGXX NAMES clang++-19 clang++)
find_program(ISTHMUS_GFORTRAN NAMES gfortran)
isthmus_interpreter_object(${ISTHMUS_GCC})

isthmus_linked_by(libhost.so LIBRARY COMPILER ${ISTHMUS_GCC} SOURCE programs/host.c)
foreach(name calls globals)
  isthmus_linked_by(${name} COMPILER ${ISTHMUS_GCC} SOURCE programs/${name}.c
    OPTIONS -O2 LINKED libhost.so)
endforeach()

set(compilers gcc)
set(gcc ${ISTHMUS_GXX})
if(ISTHMUS_CLANG AND ISTHMUS_CLANGXX)
  list(APPEND compilers clang)
  set(clang ${ISTHMUS_CLANGXX})
endif()
foreach(compiler IN LISTS compilers)
  foreach(name language uncaught)
    isthmus_linked_by(${name}.${compiler} COMPILER ${${compiler}} SOURCE programs/${name}.cpp
      OPTIONS -O2 LINKED libhost.so)
  endforeach()
endforeach()
if(ISTHMUS_GFORTRAN)
  list(APPEND compilers gfortran)
  isthmus_linked_by(fortran.gfortran COMPILER ${ISTHMUS_GFORTRAN} SOURCE programs/fortran.f90
    OPTIONS -O2 -J ${CMAKE_CURRENT_BINARY_DIR} LINKED libhost.so)
endif()
list(JOIN compilers "," compilers)

get_property(programs GLOBAL PROPERTY ISTHMUS_IMAGE_PROGRAMS)
add_custom_target(isthmus_image_programs DEPENDS ${programs})
