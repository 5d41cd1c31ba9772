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
foreach(name calls endings globals memory options process state)
  isthmus_linked_by(${name} COMPILER ${ISTHMUS_GCC} SOURCE programs/${name}.c
    OPTIONS -O2 LINKED libhost.so)
endforeach()
isthmus_linked_by(libplugin.so LIBRARY COMPILER ${ISTHMUS_GCC} SOURCE programs/plugin.c)
isthmus_linked_by(opener COMPILER ${ISTHMUS_GCC} SOURCE programs/opener.c LINKED libhost.so)

# What is refused, linked as a compiler does by itself.
foreach(kind "usual" "static -static" "static_pie -static-pie" "fixed -fno-pie -no-pie"
        "thread_local -DTHREAD_LOCAL=")
  separate_arguments(options UNIX_COMMAND "${kind}")
  list(POP_FRONT options name)
  if(NOT name STREQUAL usual)
    set(name refused.${name})
  endif()
  isthmus_linked_by(${name} PLAIN COMPILER ${ISTHMUS_GCC} SOURCE programs/refused.c
    OPTIONS ${options})
endforeach()
isthmus_linked_by(refused.cpp PLAIN COMPILER ${ISTHMUS_GXX} SOURCE programs/refused.cpp)
isthmus_linked_by(refused.initial_exec COMPILER ${ISTHMUS_GCC} SOURCE programs/refused.c
  OPTIONS "-DTHREAD_LOCAL=__attribute__((tls_model(\"initial-exec\")))")
isthmus_linked_by(refused.undefined COMPILER ${ISTHMUS_GCC} SOURCE programs/refused.c
  OPTIONS -DUNDEFINED LINKED_AS -Wl,-z,undefs)
isthmus_linked_by(libgone.so LIBRARY COMPILER ${ISTHMUS_GCC} SOURCE programs/host.c)
isthmus_linked_by(refused.missing COMPILER ${ISTHMUS_GCC} SOURCE programs/globals.c
  LINKED libgone.so LINKED_AS -Wl,-rpath,/nowhere)

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
