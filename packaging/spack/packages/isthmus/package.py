# Not tried: no Spack has read this recipe yet. From a checkout:
#
#   spack repo add packaging/spack
#   spack dev-build isthmus@main +hdf5 +pmix
#
# Without a checkout, ISTHMUS_GIT names the repository to clone.
import os

from spack.package import *


class Isthmus(CMakePackage):
    """One tightly coupled parallel program over many sites: a runtime of objects driven by
    messages that hides the latency of wide-area links, with applications and tools."""

    git = os.environ.get("ISTHMUS_GIT", "")

    license("Apache-2.0")

    version("main", branch="main")

    variant("apps", default=True, description="Applications, examples and tools")
    variant("gpl", default=False, description="meshgen, on CGAL, which is under the GPL")
    variant("hdf5", default=True, description="Files of fields in HDF5")
    variant("mpi", default=False, description="The carrier mpi")
    variant("pmix", default=True, description="Be started by mpirun and srun")
    variant("ucx", default=False, description="The carrier ucx")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    generator("ninja")

    depends_on("cli11")
    depends_on("lz4")
    depends_on("metis@5:")
    depends_on("nlohmann-json")
    depends_on("openssl@3:")
    depends_on("scotch@7:")
    depends_on("tomlplusplus")
    depends_on("xxhash")
    depends_on("zfp")
    depends_on("zstd")

    depends_on("cgal", when="+gpl")
    depends_on("hdf5", when="+hdf5")
    depends_on("mpi", when="+mpi")
    depends_on("pmix", when="+pmix")
    depends_on("ucx", when="+ucx")

    depends_on("python@3.11:", type=("build", "run"))
    depends_on("py-h5py", type="run")
    depends_on("py-matplotlib", type="run")
    depends_on("py-numpy", type="run")
    depends_on("py-rich", type="run")

    # std::expected
    conflicts("%gcc@:11")
    conflicts("%clang@:18")

    def cmake_args(self):
        return [
            self.define_from_variant("ISTHMUS_BUILD_APPS", "apps"),
            self.define_from_variant("ISTHMUS_GPL", "gpl"),
            self.define_from_variant("ISTHMUS_HDF5", "hdf5"),
            self.define_from_variant("ISTHMUS_PMIX", "pmix"),
            self.define("CMAKE_DISABLE_FIND_PACKAGE_MPI", not self.spec.satisfies("+mpi")),
            self.define("CMAKE_DISABLE_FIND_PACKAGE_ucx", not self.spec.satisfies("+ucx")),
            self.define("ISTHMUS_BUILD_TESTS", self.run_tests),
            self.define("ISTHMUS_BUILD_BENCHMARKS", False),
            self.define("ISTHMUS_PYTHON_DIR", "share/isthmus/python/isthmus"),
        ]
