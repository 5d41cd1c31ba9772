# The programs that the tests of this room run as ranks.
include(IsthmusRunnable)
find_program(ISTHMUS_C_COMPILER NAMES gcc cc)
isthmus_interpreter_object(${ISTHMUS_C_COMPILER})

isthmus_linked_by(libhost.so LIBRARY COMPILER ${ISTHMUS_C_COMPILER} SOURCE programs/host.c)
foreach(name calls globals)
  isthmus_linked_by(${name} COMPILER ${ISTHMUS_C_COMPILER} SOURCE programs/${name}.c
    OPTIONS -O2 LINKED libhost.so)
endforeach()

get_property(programs GLOBAL PROPERTY ISTHMUS_IMAGE_PROGRAMS)
add_custom_target(isthmus_image_programs DEPENDS ${programs})
