// isthmus/image/openmp.hpp: the regions of OpenMP, which have one thread in a rank.
#pragma once

#include <array>
#include <string_view>

namespace isthmus::engine::image {

/// Functions of libgomp that begin a region; the third argument of each is how many threads it is
/// to have (libgomp's libgomp_g.h). A rank is one thread: its thread-local data and its heap are.
inline constexpr std::array<std::string_view, 20> region_functions{
    "GOMP_parallel",
    "GOMP_parallel_start",
    "GOMP_parallel_reductions",
    "GOMP_parallel_sections",
    "GOMP_parallel_sections_start",
    "GOMP_parallel_loop_static",
    "GOMP_parallel_loop_static_start",
    "GOMP_parallel_loop_dynamic",
    "GOMP_parallel_loop_dynamic_start",
    "GOMP_parallel_loop_guided",
    "GOMP_parallel_loop_guided_start",
    "GOMP_parallel_loop_runtime",
    "GOMP_parallel_loop_runtime_start",
    "GOMP_parallel_loop_nonmonotonic_dynamic",
    "GOMP_parallel_loop_nonmonotonic_guided",
    "GOMP_parallel_loop_nonmonotonic_runtime",
    "GOMP_parallel_loop_maybe_nonmonotonic_runtime",
    "GOMP_parallel_loop_ull_dynamic",
    "GOMP_parallel_loop_ull_guided",
    "GOMP_parallel_loop_ull_runtime",
};

}  // namespace isthmus::engine::image
