# Builds for arm64 on another Debian machine: its cross-compiler, and Debian's arm64 libraries as
# tools/arm64_sysroot.sh has unpacked them. qemu-aarch64 runs what comes of it.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)

set(ISTHMUS_ARM64_SYSROOT ${CMAKE_CURRENT_LIST_DIR}/../.cache/sysroot-arm64
  CACHE PATH "Where Debian's arm64 libraries are unpacked")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ISTHMUS_ARM64_SYSROOT)
get_filename_component(sysroot ${ISTHMUS_ARM64_SYSROOT} ABSOLUTE)
set(libraries ${sysroot}/usr/lib/aarch64-linux-gnu)

# Libraries are the sysroot's alone; what has headers alone is the machine's own.
set(CMAKE_FIND_ROOT_PATH ${sysroot})
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE BOTH)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_CXX_FLAGS_INIT "-isystem ${sysroot}/usr/include/aarch64-linux-gnu")
set(CMAKE_EXE_LINKER_FLAGS_INIT
  "-Wl,-rpath-link,${libraries}:${sysroot}/lib/aarch64-linux-gnu")
# Those that libraries need themselves are found through a program's own path as well.
set(CMAKE_BUILD_RPATH ${libraries} ${sysroot}/lib/aarch64-linux-gnu)
string(APPEND CMAKE_EXE_LINKER_FLAGS_INIT " -Wl,--disable-new-dtags")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)
