#include <algorithm>
#include <array>
#include <utility>

#include "isthmus/image/binding.hpp"

namespace isthmus::engine::image {

Binding bind_variadic(std::string_view name, int fixed, VariadicFunction function,
                      std::string_view what) {
  return {.name = name,
          .form = Binding::Form::variadic,
          .arguments = fixed,
          .target = reinterpret_cast<std::uintptr_t>(function),
          .what = what};
}

Binding bind_call(std::string_view name, SystemCall call, std::string_view what) {
  return {.name = name,
          .form = Binding::Form::trap,
          .target = static_cast<std::uintptr_t>(call),
          .what = what};
}

Binding bind_data(std::string_view name, std::size_t header_offset, std::string_view what) {
  return {.name = name, .form = Binding::Form::data, .target = header_offset, .what = what};
}

std::vector<Binding> all_bindings() {
  std::vector<Binding> all;
  for (auto* family :
       {&memory_bindings, &stream_bindings, &text_bindings, &environment_bindings, &ending_bindings,
        &world_bindings, &number_bindings, &option_bindings, &key_bindings, &library_bindings,
        &process_bindings, &holding_bindings, &openmp_bindings}) {
    for (const Binding& one : family()) all.push_back(one);
  }
  return all;
}

std::string binding_table() {
  std::vector<Binding> all = all_bindings();
  // Names that begin so are what compilers make of the others.
  std::erase_if(all, [](const Binding& one) { return one.name.starts_with("__"); });
  std::ranges::sort(all, {}, [](const Binding& one) { return std::pair(one.treatment, one.name); });
  constexpr std::array names{"the rank's own", "the host says", "refused"};
  std::string table;
  for (const Binding& one : all) {
    std::string line(one.name);
    line.resize(std::max<std::size_t>(line.size() + 1, 28), ' ');
    line += names[static_cast<std::size_t>(one.treatment)];
    if (!one.what.empty()) line += ": " + std::string(one.what);
    table += line + "\n";
  }
  return table;
}

}  // namespace isthmus::engine::image
