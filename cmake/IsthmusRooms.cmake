# How a room, a test, a program of this project is declared.
include_guard(GLOBAL)
include(GNUInstallDirs)
find_package(Threads REQUIRED)

# Compiler settings that every target of this project shares; users of the library inherit only
# the language level.
add_library(isthmus_settings INTERFACE)
target_compile_features(isthmus_settings INTERFACE cxx_std_23)
target_compile_options(isthmus_settings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
  # GCC 12 sees overlaps and overflows in std::string and std::vector that are not there (GCC bugs
  # 105651 and 105329); the address sanitizer finds those that are.
  "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-stringop-overflow;-Wno-array-bounds>"
  $<$<CXX_COMPILER_ID:GNU>:-Wno-free-nonheap-object>
  # The compiler first looks for memory to give back when it has so many KiB, which takes a tenth of
  # its time; most sources need less. For those that need more it looks again each time that it has
  # a fifth more, and not twice as much, as it would take more than 1 GB.
  "$<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=524288;--param=ggc-min-expand=20>")
if(ISTHMUS_SANITIZE)
  target_compile_options(isthmus_settings INTERFACE
    -fsanitize=${ISTHMUS_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(isthmus_settings INTERFACE -fsanitize=${ISTHMUS_SANITIZE})
endif()
if(ISTHMUS_FUZZERS)
  # Everything counts its branches; tests/fuzz/CMakeLists.txt links what looks at the counts.
  target_compile_options(isthmus_settings INTERFACE -fsanitize=fuzzer-no-link)
endif()
set_property(GLOBAL PROPERTY ISTHMUS_ROOMS "")

# isthmus_room(NAME SOURCES ... STANDS_ON ... [USES system targets ...] [APART ...] [TESTS ...])
#
# A room is a folder of src/isthmus and one static library. STANDS_ON names the rooms whose headers
# it may include; tools/check_house.py compares it with the table in docs/architecture.md. APART is
# what isthmus_unite says.
function(isthmus_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;STANDS_ON;USES;APART;TESTS" ${ARGN})
  set(target isthmus_${name})
  if(ROOM_SOURCES)
    add_library(${target} STATIC ${ROOM_SOURCES})
    isthmus_unite(${target} APART ${ROOM_APART})
    set(scope PUBLIC)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:isthmus_settings>)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    # Nobody replaces the library's functions at load time, so they may be inlined.
    set(options -fno-semantic-interposition)
    set(kind rooms)
    if("object" IN_LIST ROOM_STANDS_ON)
      # What each message passes lies below. Here compiling with -O3 takes half as long again.
      list(APPEND options $<$<CONFIG:Release>:-O2>)
      set(kind upper_rooms)
    endif()
    target_compile_options(${target} PRIVATE ${options})
    isthmus_precompile(${target} ${kind} LIBRARIES isthmus_settings OPTIONS ${options})
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_compile_features(${target} ${scope} cxx_std_23)
  target_include_directories(${target} ${scope}
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  foreach(room IN LISTS ROOM_STANDS_ON)
    target_link_libraries(${target} ${scope} isthmus_${room})
  endforeach()
  target_link_libraries(${target} ${scope} ${ROOM_USES})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  add_library(Isthmus::${name} ALIAS ${target})
  set_property(GLOBAL APPEND PROPERTY ISTHMUS_ROOMS ${target})
  if(ROOM_TESTS AND ISTHMUS_BUILD_TESTS)
    isthmus_test(${name}_test SOURCES ${ROOM_TESTS} STANDS_ON ${target} APART ${ROOM_APART})
  endif()
endfunction()

# isthmus_unite(TARGET [APART source ...])
#
# The sources of a folder are compiled as one, half a dozen at most, as they include the same
# headers: that takes a third of the time. Where two have things of their own under one name, and
# the compiler speaks of a redefinition, one of them is named in APART and compiled alone, as is
# what has COMPILE_OPTIONS of its own, which must be set before. A source includes what it uses, and
# builds with ISTHMUS_UNITY=OFF, where a change of one source compiles that one alone. The target's
# properties ISTHMUS_SOURCES and ISTHMUS_APART keep the paths. (CMake's own unity builds name
# sources by whole paths, so that another checkout finds nothing in a compiler's cache.)
function(isthmus_unite target)
  cmake_parse_arguments(UNITE "" "" "APART" ${ARGN})
  list(TRANSFORM UNITE_APART PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ REGEX "^[^/]")
  get_target_property(sources ${target} SOURCES)
  list(TRANSFORM sources PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ REGEX "^[^/]")
  set_target_properties(${target} PROPERTIES
    ISTHMUS_SOURCES "${sources}" ISTHMUS_APART "${UNITE_APART}")
  list(LENGTH sources count)
  if(NOT ISTHMUS_UNITY OR count EQUAL 1)
    return()
  endif()
  foreach(source IN LISTS sources)
    get_source_file_property(options ${source} COMPILE_OPTIONS)
    cmake_path(IS_PREFIX PROJECT_BINARY_DIR ${source} is_made)
    if(source IN_LIST UNITE_APART OR options OR is_made)
      list(APPEND alone ${source})
      continue()
    endif()
    cmake_path(GET source PARENT_PATH folder)
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${folder})
    string(MAKE_C_IDENTIFIER "${folder}" group)
    math(EXPR number "${count_${group}} + 0")
    math(EXPR count_${group} "${number} + 1")
    math(EXPR number "${number} / 6 + 1")
    list(APPEND units ${group}_${number})
    list(APPEND members_${group}_${number} ${source})
  endforeach()
  list(REMOVE_DUPLICATES units)
  foreach(unit IN LISTS units)
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}_united)
    set(text "// What isthmus_unite compiles as one.\n")
    foreach(source IN LISTS members_${unit})
      file(RELATIVE_PATH path ${folder} ${source})
      string(APPEND text "#include \"${path}\"\n")
    endforeach()
    file(CONFIGURE OUTPUT ${folder}/${unit}.cpp CONTENT "${text}" @ONLY)
    list(APPEND alone ${folder}/${unit}.cpp)
  endforeach()
  set_target_properties(${target} PROPERTIES SOURCES "${alone}")
  # GCC takes them for headers, where a coroutine's frame with a type of the unnamed namespace would
  # be a fault.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

# isthmus_carrier_module(NAME SOURCES ... MODULE source USES system targets ...)
#
# A carrier over a library that programs are not tied to: a file of its own that a process loads
# when it needs it. The library isthmus_NAME_carrier, of SOURCES, is for tests.
function(isthmus_carrier_module name)
  cmake_parse_arguments(CARRIER "" "MODULE" "SOURCES;USES" ${ARGN})
  set(target isthmus_${name}_carrier)
  add_library(${target} STATIC ${CARRIER_SOURCES})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(${target} PUBLIC isthmus_fabric ${CARRIER_USES} PRIVATE isthmus_settings)
  add_library(isthmus_${name} MODULE ${CARRIER_MODULE})
  target_link_libraries(isthmus_${name} PRIVATE isthmus_settings ${target})
  # Only the module's one name is seen from outside: the program has the same functions.
  target_link_options(isthmus_${name} PRIVATE -Wl,--exclude-libs,ALL -Wl,-Bsymbolic)
  set_target_properties(isthmus_${name} PROPERTIES
    PREFIX "" CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
    LIBRARY_OUTPUT_DIRECTORY ${ISTHMUS_MODULE_BUILD_DIR})
  install(TARGETS isthmus_${name} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/isthmus)
endfunction()

# isthmus_places(RESULT build installed)
#
# Where programs look for a file that comes with them, as C++ has it: in the build's folder, then in
# the installation's. With ISTHMUS_PACKED not in the build's, nor in that in which pip puts a wheel
# together: on another machine anybody may make such a folder, below /tmp at the latest.
function(isthmus_places result build installed)
  set(places "\"${build}\", \"${installed}\"")
  if(ISTHMUS_PACKED)
    set(places "\"${installed}\"")
    if(DEFINED SKBUILD)
      set(places "")
    endif()
  endif()
  set(${result} "${places}" PARENT_SCOPE)
endfunction()

# isthmus_test(NAME SOURCES ... STANDS_ON targets ... [APART ...] [LABEL unit])
#
# One GoogleTest program; every case in it is a test of its own for ctest, with a watchdog, who is
# more patient under a sanitizer: some tests take twenty times as long there.
function(isthmus_test name)
  cmake_parse_arguments(TEST "" "LABEL;TIMEOUT" "SOURCES;STANDS_ON;APART" ${ARGN})
  find_package(GTest REQUIRED)
  include(GoogleTest)
  if(NOT TEST_LABEL)
    set(TEST_LABEL unit)
  endif()
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 60)
  endif()
  if(ISTHMUS_SANITIZE)
    math(EXPR TEST_TIMEOUT "10 * ${TEST_TIMEOUT}")
  endif()
  add_executable(${name} ${TEST_SOURCES})
  isthmus_unite(${name} APART ${TEST_APART})
  set(libraries isthmus_settings GTest::gmock GTest::gtest_main)
  target_link_libraries(${name} PRIVATE ${libraries} ${TEST_STANDS_ON})
  # Tests are compiled more often than run, and what they call is the library, which is optimized.
  # Coroutines that end in one another need tail calls.
  set(options "$<$<CONFIG:Release>:-O1;-foptimize-sibling-calls>")
  target_compile_options(${name} PRIVATE ${options})
  if("isthmus_testing" IN_LIST TEST_STANDS_ON)
    isthmus_precompile(${name} job_tests LIBRARIES ${libraries} isthmus OPTIONS ${options})
  else()
    isthmus_precompile(${name} tests LIBRARIES ${libraries} OPTIONS ${options})
  endif()
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST
    PROPERTIES LABELS ${TEST_LABEL} TIMEOUT ${TEST_TIMEOUT})
endfunction()

# isthmus_compile_fail(ROOM NAME EXPECTED)
#
# The room's compile_fail/NAME.cpp must not compile, and the compiler's message must match EXPECTED.
function(isthmus_compile_fail room name expected)
  add_test(NAME CompileFail.${room}.${name}
    COMMAND ${CMAKE_COMMAND}
      -DCOMPILER=${CMAKE_CXX_COMPILER}
      -DFILE=${CMAKE_CURRENT_SOURCE_DIR}/compile_fail/${name}.cpp
      -DINCLUDE_DIR=${PROJECT_SOURCE_DIR}/src
      -DSTD_FLAG=${CMAKE_CXX23_STANDARD_COMPILE_OPTION}
      -DEXPECTED=${expected}
      -P ${PROJECT_SOURCE_DIR}/cmake/ExpectCompileError.cmake)
  set_tests_properties(CompileFail.${room}.${name} PROPERTIES LABELS compile_fail TIMEOUT 60)
endfunction()

# isthmus_program(NAME SOURCES ... [USES ...] [APART ...] [PARSED])
#
# An application, example or benchmark over the public API. APART is what isthmus_unite says. With
# PARSED it does without precompiled headers: to make them takes longer than they spare one program.
function(isthmus_program name)
  cmake_parse_arguments(PROGRAM "PARSED" "" "SOURCES;USES;APART" ${ARGN})
  add_executable(${name} ${PROGRAM_SOURCES})
  isthmus_unite(${name} APART ${PROGRAM_APART})
  target_link_libraries(${name} PRIVATE isthmus_settings Isthmus::isthmus ${PROGRAM_USES})
  if(NOT PROGRAM_PARSED)
    isthmus_precompile(${name} programs LIBRARIES isthmus_settings isthmus)
  endif()
endfunction()

# isthmus_precompile(TARGET KIND LIBRARIES ... [OPTIONS ...])
#
# What the target compiles begins with cmake/precompiled/KIND.hpp, which the compiler reads once for
# all targets of a kind; they have the same options. That saves time and nothing else: a source
# includes what it uses, and builds with CMAKE_DISABLE_PRECOMPILE_HEADERS.
function(isthmus_precompile target kind)
  cmake_parse_arguments(PRECOMPILE "" "" "LIBRARIES;OPTIONS" ${ARGN})
  set(precompiled isthmus_precompiled_${kind})
  if(NOT TARGET ${precompiled})
    set(nothing ${PROJECT_BINARY_DIR}/precompiled_${kind}.cpp)
    if(NOT EXISTS ${nothing})
      file(TOUCH ${nothing})
    endif()
    add_library(${precompiled} OBJECT ${nothing})
    get_target_property(is_position_independent ${target} POSITION_INDEPENDENT_CODE)
    set_target_properties(${precompiled} PROPERTIES
      POSITION_INDEPENDENT_CODE ${is_position_independent})
    target_include_directories(${precompiled} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(${precompiled} PRIVATE ${PRECOMPILE_LIBRARIES})
    target_compile_options(${precompiled} PRIVATE ${PRECOMPILE_OPTIONS})
    target_precompile_headers(${precompiled} PRIVATE
      ${PROJECT_SOURCE_DIR}/cmake/precompiled/${kind}.hpp)
  endif()
  target_precompile_headers(${target} REUSE_FROM ${precompiled})
endfunction()
