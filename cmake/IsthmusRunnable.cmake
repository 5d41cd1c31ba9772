# Programs that the room `image` loads: linked as src/isthmus/image/runnable/README.md says.
include_guard(GLOBAL)
set(ISTHMUS_RUNNABLE_DIR ${PROJECT_SOURCE_DIR}/src/isthmus/image/runnable)

# isthmus_linked_by(NAME COMPILER ... SOURCE ... [LIBRARY] [OPTIONS ...] [LINKED ...]
#   [LINKED_AS options ...] [PLAIN])
#
# Adds programs/NAME of the binary folder to the target `isthmus_image_programs`: a program, or with
# LIBRARY a library, of one source, made by that compiler. With PLAIN a program is linked as the
# compiler would by itself. LINKED are names of libraries that were made before.
function(isthmus_linked_by name)
  cmake_parse_arguments(PARSE_ARGV 1 ONE "LIBRARY;PLAIN" "COMPILER;SOURCE" "OPTIONS;LINKED;LINKED_AS")
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/programs)
  set(inputs ${CMAKE_CURRENT_SOURCE_DIR}/${ONE_SOURCE})
  set(linked "")
  foreach(library IN LISTS ONE_LINKED)
    list(APPEND linked ${folder}/${library})
  endforeach()
  if(NOT ONE_LINKED_AS)
    set(ONE_LINKED_AS -Wl,-rpath,$ORIGIN)
  endif()
  if(ONE_PLAIN)
    set(command ${ONE_COMPILER} ${ONE_OPTIONS} ${inputs})
  elseif(ONE_LIBRARY)
    set(command ${ONE_COMPILER} @${ISTHMUS_RUNNABLE_DIR}/compile.options ${ONE_OPTIONS} ${inputs}
      -shared -Wl,-soname,${name})
  else()
    set(command ${ONE_COMPILER} @${ISTHMUS_RUNNABLE_DIR}/compile.options ${ONE_OPTIONS} ${inputs}
      ${ISTHMUS_INTERPRETER_OBJECT} @${ISTHMUS_RUNNABLE_DIR}/link.options)
    list(APPEND inputs ${ISTHMUS_RUNNABLE_DIR}/link.options ${ISTHMUS_INTERPRETER_OBJECT})
  endif()
  add_custom_command(OUTPUT ${folder}/${name}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND ${command} ${linked} ${ONE_LINKED_AS} -o ${folder}/${name}
    DEPENDS ${inputs} ${linked} ${ISTHMUS_RUNNABLE_DIR}/compile.options
    COMMENT "Linking the rank's program ${name}" VERBATIM)
  set_property(GLOBAL APPEND PROPERTY ISTHMUS_IMAGE_PROGRAMS ${folder}/${name})
endfunction()

# isthmus_interpreter_object(COMPILER): the object that all of them are linked with, by a C compiler.
function(isthmus_interpreter_object compiler)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/programs/interpreter.o)
  add_custom_command(OUTPUT ${object}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/programs
    COMMAND ${compiler} @${ISTHMUS_RUNNABLE_DIR}/compile.options -c
      ${ISTHMUS_RUNNABLE_DIR}/interpreter.c -o ${object}
    DEPENDS ${ISTHMUS_RUNNABLE_DIR}/interpreter.c ${ISTHMUS_RUNNABLE_DIR}/compile.options
    VERBATIM)
  set(ISTHMUS_INTERPRETER_OBJECT ${object} PARENT_SCOPE)
endfunction()
