# What CPack makes of an installation under /usr with the command line in it: Debian's package
# (`make deb`, the preset deb). What it needs of other packages dpkg-shlibdeps finds, but for what
# Python imports.
if(NOT ISTHMUS_PYTHON_DIR OR DEFINED SKBUILD)
  return()
endif()

# Who answers for the package is who makes it: as Debian's own tools are told, or as git is.
function(isthmus_packager result)
  set(name $ENV{DEBFULLNAME})
  set(address $ENV{DEBEMAIL})
  foreach(one IN ITEMS name address)
    string(REPLACE address email key ${one})
    if(NOT ${one})
      execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} config user.${key}
        OUTPUT_VARIABLE ${one} OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    endif()
  endforeach()
  if(NOT name OR NOT address)
    set(name root)
    set(address root@localhost)
  endif()
  set(${result} "${name} <${address}>" PARENT_SCOPE)
endfunction()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME isthmus)
set(CPACK_PACKAGE_VENDOR Isthmus)
isthmus_packager(CPACK_PACKAGE_CONTACT)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "one tightly coupled parallel program over many sites")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Isthmus runs one parallel program over several clusters with wide-area links
between them, and hides the latency of those links: work is cut into many more
objects than processors, which are driven by messages.
.
This package has the command line, the applications, the tools, the headers
and the static libraries that programs of one's own are compiled with.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS
  "python3 (>= 3.11), python3-h5py, python3-numpy, python3-rich")
# Only plots need matplotlib. It brings python3-scipy, which brings a compiler, 0.9 GB in all, where
# python3-munkres is not there, which apt is to think of first.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
  "openssh-client, openssl, python3-munkres, python3-matplotlib")
# What find_package(Isthmus) asks for, by the Debian package that has it.
set(debian_HDF5 libhdf5-dev)
set(debian_LZ4 liblz4-dev)
set(debian_METIS libmetis-dev)
set(debian_OpenSSL libssl-dev)
set(debian_PMIx libpmix-dev)
set(debian_SCOTCH libscotch-dev)
set(debian_ZFP libzfp-dev)
set(debian_ZSTD libzstd-dev)
set(suggested cmake g++ gfortran)
foreach(package IN LISTS packages)
  if(debian_${package})
    list(APPEND suggested ${debian_${package}})
  elseif(NOT package STREQUAL Threads)
    message(FATAL_ERROR "no Debian package is named for ${package}")
  endif()
endforeach()
list(JOIN suggested ", " CPACK_DEBIAN_PACKAGE_SUGGESTS)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/debian/postinst
  ${PROJECT_SOURCE_DIR}/packaging/debian/prerm)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
include(CPack)

# What Debian wants to stand beside: the terms, the changes, and why lintian may rest.
set(made ${PROJECT_BINARY_DIR}/packaging)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(CONFIGURE OUTPUT ${made}/changelog CONTENT
"isthmus (${PROJECT_VERSION}) unstable; urgency=medium

  * What is new stands in CHANGELOG.md, beside this file.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
foreach(source IN ITEMS ${made}/changelog ${PROJECT_SOURCE_DIR}/CHANGELOG.md)
  cmake_path(GET source FILENAME name)
  execute_process(COMMAND gzip -9nc ${source} OUTPUT_FILE ${made}/${name}.gz
    COMMAND_ERROR_IS_FATAL ANY)
endforeach()
set(doc_dir ${CMAKE_INSTALL_DATADIR}/doc/isthmus)
install(FILES ${PROJECT_SOURCE_DIR}/packaging/debian/copyright ${PROJECT_SOURCE_DIR}/NOTICE
  ${made}/changelog.gz ${made}/CHANGELOG.md.gz DESTINATION ${doc_dir})
install(FILES ${PROJECT_SOURCE_DIR}/packaging/debian/lintian-overrides
  DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME isthmus)
