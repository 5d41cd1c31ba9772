// OpenMP: a rank is one thread, and is told so before it begins a region, too. Programs cut their
// loops into as many pieces as omp_get_max_threads() says and leave each to its thread.
#include "isthmus/image/binding.hpp"

namespace isthmus::engine::image {

namespace {

constexpr std::string_view more_threads = "more than one thread";

int one(Header*) { return 1; }

// libgomp would keep the number for its own thread, which other ranks use as well.
void ask_for_threads(int, Header*) {}
void ask_for_threads_in_fortran(const void*, Header*) {}

// One thread excludes nobody. libgomp's locks would be those of all ranks, and one that waits in
// the section for another one would hold it.
void enter_section(Header*) {}
void enter_named_section(void**, Header*) {}

}  // namespace

std::vector<Binding> openmp_bindings() {
  std::vector<Binding> bindings;
  for (std::size_t i = 0; i < region_functions.size(); ++i) {
    bindings.push_back({.name = region_functions[i],
                        .form = Binding::Form::one_thread,
                        .target = i,
                        .treatment = Treatment::refused,
                        .what = more_threads});
  }
  // Fortran calls those that end in an underscore.
  for (const std::string_view name :
       {"omp_get_max_threads", "omp_get_max_threads_", "omp_get_num_procs", "omp_get_num_procs_",
        "omp_get_thread_limit", "omp_get_thread_limit_"}) {
    bindings.push_back(bind(name, &one, more_threads, Treatment::refused));
  }
  bindings.push_back(
      bind("omp_set_num_threads", &ask_for_threads, more_threads, Treatment::refused));
  for (const std::string_view name : {"omp_set_num_threads_", "omp_set_num_threads_8_"}) {
    bindings.push_back(bind(name, &ask_for_threads_in_fortran, more_threads, Treatment::refused));
  }
  for (const std::string_view name :
       {"GOMP_critical_start", "GOMP_critical_end", "GOMP_atomic_start", "GOMP_atomic_end"}) {
    bindings.push_back(bind(name, &enter_section));
  }
  for (const std::string_view name : {"GOMP_critical_name_start", "GOMP_critical_name_end"}) {
    bindings.push_back(bind(name, &enter_named_section));
  }
  return bindings;
}

}  // namespace isthmus::engine::image
