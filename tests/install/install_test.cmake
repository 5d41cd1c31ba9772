# Installs the build into an empty prefix, builds the project in outside/ against what lies there,
# and runs its program. Needs BUILD_DIR, OUTSIDE_DIR, HEADER_LIST, WORK_DIR, COMPILER, THORN.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${WORK_DIR})
set(prefix ${WORK_DIR}/prefix)
set(outside ${WORK_DIR}/outside)

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status
    OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "${command}: ${status}\n${output}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${prefix})
run(${CMAKE_COMMAND} -S ${OUTSIDE_DIR} -B ${outside}
  -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_COMPILER=${COMPILER})
run(${CMAKE_COMMAND} --build ${outside})
run(${outside}/program --pes 2)
run(${outside}/program --sites 2 --pes 1 --latency 1ms)

# What the package asks of its users' machines (HDF5, PMIx and zfp where it was built with
# them); the rest is linked in or not needed.
file(GLOB_RECURSE config ${prefix}/*/IsthmusConfig.cmake)
file(STRINGS ${config} asks REGEX "find_(package|dependency)\\(")
foreach(line IN LISTS asks)
  if(NOT line MATCHES "\\((Threads|HDF5|LZ4|METIS|OpenSSL|PMIx|SCOTCH|ZFP|ZSTD)\\)")
    message(FATAL_ERROR "the package asks for more than it declares: ${line}")
  endif()
endforeach()

# A test left among the headers would ask users for GoogleTest.
file(GLOB_RECURSE strays ${prefix}/*_test.* ${prefix}/*.cpp)
if(strays)
  message(FATAL_ERROR "installed, and should not be: ${strays}")
endif()

# The headers that stand there are those of the list, no more and no less.
file(GLOB_RECURSE headers RELATIVE ${prefix}/include ${prefix}/include/*)
file(STRINGS ${HEADER_LIST} listed REGEX "^[a-z]")
foreach(header IN LISTS headers)
  if(NOT header IN_LIST listed)
    message(FATAL_ERROR "installed, but not in ${HEADER_LIST}: ${header}")
  endif()
endforeach()
foreach(header IN LISTS listed)
  if(NOT header IN_LIST headers)
    message(FATAL_ERROR "in ${HEADER_LIST}, but not installed: ${header}")
  endif()
endforeach()
run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${prefix} --component testing)
if(NOT EXISTS ${prefix}/include/isthmus/testing/everywhere.hpp)
  message(FATAL_ERROR "the test kit is not to be had")
endif()
file(GLOB_RECURSE strays ${prefix}/*_test.* ${prefix}/*.cpp)
if(strays)
  message(FATAL_ERROR "installed with the test kit, and should not be: ${strays}")
endif()

# Names that debuggers read make a program twice as large, and its users do not debug it.
file(GLOB programs ${prefix}/bin/*)
foreach(program IN LISTS programs)
  execute_process(COMMAND readelf --section-headers ${program} OUTPUT_VARIABLE sections)
  if(sections MATCHES "\\.symtab|\\.debug_")
    message(FATAL_ERROR "installed with its symbols: ${program}")
  endif()
endforeach()
if(NOT programs)
  message(FATAL_ERROR "no program is installed")
endif()

# MPI programs are compiled by what is installed.
file(WRITE ${WORK_DIR}/asks.c
  "#include <mpi.h>\nint main(void) { int a, b; return MPI_Get_version(&a, &b); }\n")
file(GLOB mpicc ${prefix}/*/isthmus/mpi/bin/mpicc)
run(${mpicc} ${WORK_DIR}/asks.c -o ${WORK_DIR}/asks)
run(${WORK_DIR}/asks)

# So are thorns, which the installed program opens.
run(cc -shared -fPIC -O1 -I${prefix}/include ${THORN} -o ${WORK_DIR}/libwave.so)
file(WRITE ${WORK_DIR}/wave.toml
  "library = \"libwave.so\"\nthorns = [\"wave\"]\n"
  "[grid]\npoints = 8\nspacing = 0.5\n[time]\nsteps = 3\ncourant = 0.25\n")
run(${prefix}/bin/isthmus-mesh --sites 2 --pes 1 -- ${WORK_DIR}/wave.toml --check)
