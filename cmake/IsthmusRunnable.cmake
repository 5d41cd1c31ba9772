# Programs that the room `image` loads: linked as src/isthmus/image/runnable/README.md says.
include_guard(GLOBAL)
set(ISTHMUS_RUNNABLE_DIR ${PROJECT_SOURCE_DIR}/src/isthmus/image/runnable)

# isthmus_linked_by(NAME COMPILER ... SOURCE ... [LIBRARY] [OPTIONS ...] [LINKED ...]
#   [LINKED_AS options ...] [PLAIN])
#
# Makes NAME in the binary folder: a program, or with LIBRARY a library, of one source, by that
# compiler. With PLAIN a program is linked as the compiler would by itself. LINKED are names of
# libraries that were made before. The files are in the global property ISTHMUS_IMAGE_PROGRAMS.
function(isthmus_linked_by name)
  cmake_parse_arguments(PARSE_ARGV 1 ONE
    "LIBRARY;PLAIN" "COMPILER;SOURCE" "OPTIONS;LINKED;LINKED_AS")
  set(folder ${CMAKE_CURRENT_BINARY_DIR})
  set(source ${CMAKE_CURRENT_SOURCE_DIR}/${ONE_SOURCE})
  file(GLOB headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.h)
  set(inputs ${source} ${headers} ${ISTHMUS_RUNNABLE_DIR}/compile.options)
  list(TRANSFORM ONE_LINKED PREPEND ${folder}/)
  if(NOT ONE_LINKED_AS)
    set(ONE_LINKED_AS -Wl,-rpath,$ORIGIN)
  endif()
  set(compile ${ONE_COMPILER} -I${PROJECT_SOURCE_DIR}/src ${ONE_OPTIONS})
  if(NOT ONE_PLAIN)
    list(APPEND compile @${ISTHMUS_RUNNABLE_DIR}/compile.options)
  endif()
  if(ONE_LIBRARY)
    set(link -shared -Wl,-soname,${name})
  elseif(NOT ONE_PLAIN)
    set(link ${ISTHMUS_INTERPRETER_OBJECT} @${ISTHMUS_RUNNABLE_DIR}/link.options)
    list(APPEND inputs ${ISTHMUS_RUNNABLE_DIR}/link.options ${ISTHMUS_INTERPRETER_OBJECT})
  endif()
  add_custom_command(OUTPUT ${folder}/${name}
    COMMAND ${compile} ${source} ${link} ${ONE_LINKED} ${ONE_LINKED_AS} -o ${folder}/${name}
    DEPENDS ${inputs} ${ONE_LINKED}
    COMMENT "Linking the rank's program ${name}" VERBATIM)
  set_property(GLOBAL APPEND PROPERTY ISTHMUS_IMAGE_PROGRAMS ${folder}/${name})
endfunction()

# isthmus_interpreter_object(COMPILER)
#
# The object that all of them are linked with, by a C compiler.
function(isthmus_interpreter_object compiler)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/interpreter.o)
  set(source ${ISTHMUS_RUNNABLE_DIR}/interpreter.c)
  set(options ${ISTHMUS_RUNNABLE_DIR}/compile.options)
  add_custom_command(OUTPUT ${object}
    COMMAND ${compiler} @${options} -c ${source} -o ${object}
    DEPENDS ${source} ${options} VERBATIM)
  set(ISTHMUS_INTERPRETER_OBJECT ${object} PARENT_SCOPE)
endfunction()
