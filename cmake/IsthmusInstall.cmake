# What `cmake --install` lays down, and the package that find_package(Isthmus) finds.
