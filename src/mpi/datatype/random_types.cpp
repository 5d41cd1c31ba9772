#include "mpi/datatype/random_types.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace isthmus::engine::mpi::testing {

namespace {

std::int64_t end_of(const TypeMap::Entry& entry) {
  return entry.displacement + predefined_row(entry.basic).size;
}

std::int64_t padded(std::int64_t extent, std::int64_t alignment) {
  while (extent % alignment != 0) ++extent;
  return extent;
}

DatatypePtr must(Result<DatatypePtr> made) { return made ? std::move(*made) : nullptr; }

std::string text_of(const std::vector<std::int64_t>& numbers) {
  std::string text = "[";
  for (const std::int64_t number : numbers) text += std::to_string(number) + " ";
  return text + "]";
}

std::vector<int> small(const std::vector<std::int64_t>& numbers) {
  return {numbers.begin(), numbers.end()};
}

}  // namespace

std::int64_t TypeMap::size() const {
  std::int64_t sum = 0;
  for (const Entry& entry : entries) sum += predefined_row(entry.basic).size;
  return sum;
}

std::int64_t TypeMap::true_lb() const {
  if (entries.empty()) return 0;
  return std::ranges::min_element(entries, {}, &Entry::displacement)->displacement;
}

std::int64_t TypeMap::true_ub() const {
  if (entries.empty()) return 0;
  return end_of(*std::ranges::max_element(entries, {}, end_of));
}

TypeMap TypeMap::of(BasicType type) {
  const PredefinedType& row = predefined_row(type);
  TypeMap map;
  if (row.group == TypeGroup::pair) {
    map.entries = {{row.value, 0}, {row.place, row.place_offset}};
  } else {
    map.entries = {{type, 0}};
  }
  map.ub = row.extent;
  map.alignment = row.alignment;
  return map;
}

TypeMap TypeMap::of(const std::vector<Placed>& parts) {
  TypeMap map;
  bool is_first = true;
  bool all_set = true;
  for (const auto& [part, displacement] : parts) {
    if (part->entries.empty() && !part->has_set_bounds) continue;
    for (const Entry& entry : part->entries) {
      map.entries.push_back({entry.basic, entry.displacement + displacement});
    }
    map.lb = is_first ? part->lb + displacement : std::min(map.lb, part->lb + displacement);
    map.ub = is_first ? part->ub + displacement : std::max(map.ub, part->ub + displacement);
    map.alignment = std::max(map.alignment, part->alignment);
    map.has_set_bounds |= part->has_set_bounds;
    all_set &= part->has_set_bounds;
    is_first = false;
  }
  if (!map.has_set_bounds) {
    map.lb = map.true_lb();
    map.ub = map.lb + padded(map.true_ub() - map.lb, map.alignment);
    return map;
  }
  if (!all_set) map.ub = map.lb + padded(map.extent(), map.alignment);
  return map.resized(map.lb, map.extent());
}

TypeMap TypeMap::resized(std::int64_t new_lb, std::int64_t new_extent) const {
  TypeMap map = *this;
  map.lb = new_lb;
  map.ub = new_lb + new_extent;
  map.has_set_bounds = true;
  while (new_lb % map.alignment != 0 || new_extent % map.alignment != 0) map.alignment /= 2;
  return map;
}

std::int64_t TypeMaker::between(std::int64_t low, std::int64_t high) {
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  z ^= z >> 31;
  return low + static_cast<std::int64_t>(z % static_cast<std::uint64_t>(high - low + 1));
}

CountForm TypeMaker::form() { return between(0, 1) == 0 ? CountForm::integers : CountForm::counts; }

Sample TypeMaker::named() {
  static constexpr std::array choice{
      BasicType::c_char,     BasicType::c_short,   BasicType::c_int,
      BasicType::c_double,   BasicType::c_float,   BasicType::c_long_double,
      BasicType::double_int, BasicType::short_int, BasicType::c_double_complex,
      BasicType::int64,      BasicType::c_int,     BasicType::c_double};
  const BasicType type = choice[static_cast<std::size_t>(between(0, choice.size() - 1))];
  return {Datatype::predefined(type), TypeMap::of(type), std::string(predefined_row(type).name)};
}

Sample TypeMaker::strided(const Sample& old) {
  const std::int64_t count = between(0, 4);
  const std::int64_t length = between(0, 3);
  const bool in_bytes = between(0, 1) == 0;
  const std::int64_t stride = in_bytes ? between(-40, 90) : between(-3, 6);
  const std::int64_t extent = old.map.extent();
  std::vector<TypeMap::Placed> parts;
  for (std::int64_t i = 0; i < count; ++i) {
    for (std::int64_t j = 0; j < length; ++j) {
      parts.push_back({&old.map, i * stride * (in_bytes ? 1 : extent) + j * extent});
    }
  }
  return {
      must(in_bytes ? make_hvector(count, length, stride, old.type, form())
                    : make_vector(count, length, stride, old.type, form())),
      TypeMap::of(parts),
      (in_bytes ? "hvector" : "vector") + text_of({count, length, stride}) + "(" + old.text + ")"};
}

Sample TypeMaker::blocks(const Sample& old) {
  const std::int64_t count = between(0, 4);
  const bool in_bytes = between(0, 1) == 0;
  const bool are_equal = between(0, 1) == 0;
  const std::int64_t extent = old.map.extent();
  std::vector<std::int64_t> lengths;
  std::vector<std::int64_t> displacements;
  std::vector<TypeMap::Placed> parts;
  const std::int64_t common_length = between(0, 3);
  std::int64_t next = between(-20, 20);
  for (std::int64_t i = 0; i < count; ++i) {
    lengths.push_back(are_equal ? common_length : between(0, 3));
    displacements.push_back(next);
    // Sometimes where the last one ended.
    next = between(0, 2) == 0 ? next + lengths.back() * (in_bytes ? extent : 1)
                              : next + between(-5, 40);
    for (std::int64_t j = 0; j < lengths.back(); ++j) {
      parts.push_back({&old.map, displacements.back() * (in_bytes ? 1 : extent) + j * extent});
    }
  }
  const std::string name = std::string(in_bytes ? "hindexed" : "indexed");
  const CountForm how = form();
  DatatypePtr type;
  if (are_equal) {
    type = must(in_bytes ? make_hindexed_block(common_length, displacements, old.type, how)
                         : make_indexed_block(common_length, displacements, old.type, how));
  } else if (how == CountForm::integers) {
    const std::vector<int> small_lengths = small(lengths);
    const std::vector<int> small_displacements = small(displacements);
    type = must(in_bytes ? make_hindexed(small_lengths, displacements, old.type)
                         : make_indexed(small_lengths, small_displacements, old.type));
  } else {
    type = must(in_bytes ? make_hindexed(lengths, displacements, old.type, how)
                         : make_indexed(lengths, displacements, old.type, how));
  }
  return {type, TypeMap::of(parts),
          name + text_of(lengths) + text_of(displacements) + "(" + old.text + ")"};
}

Sample TypeMaker::structure(int depth) {
  const std::int64_t count = between(0, 4);
  std::vector<Sample> olds;
  std::vector<std::int64_t> lengths;
  std::vector<std::int64_t> displacements;
  std::int64_t next = between(-20, 20);
  for (std::int64_t i = 0; i < count; ++i) {
    olds.push_back(make(depth - 1));
    lengths.push_back(between(0, 2));
    displacements.push_back(next);
    next += between(0, 1) == 0 ? lengths.back() * olds.back().map.extent() : between(-5, 60);
  }
  std::vector<TypeMap::Placed> parts;
  std::vector<DatatypePtr> types;
  std::string text = "struct" + text_of(lengths) + text_of(displacements) + "(";
  for (std::size_t i = 0; i < olds.size(); ++i) {
    for (std::int64_t j = 0; j < lengths[i]; ++j) {
      parts.push_back({&olds[i].map, displacements[i] + j * olds[i].map.extent()});
    }
    types.push_back(olds[i].type);
    text += olds[i].text + ", ";
  }
  return {must(make_struct(lengths, displacements, types, form())), TypeMap::of(parts), text + ")"};
}

Sample TypeMaker::subarray(const Sample& old) {
  const auto dimensions = static_cast<std::size_t>(between(1, 3));
  const ArrayOrder order = between(0, 1) == 0 ? ArrayOrder::c : ArrayOrder::fortran;
  std::vector<std::int64_t> sizes;
  std::vector<std::int64_t> subsizes;
  std::vector<std::int64_t> starts;
  std::int64_t whole = 1;
  for (std::size_t i = 0; i < dimensions; ++i) {
    sizes.push_back(between(1, 4));
    subsizes.push_back(between(1, sizes.back()));
    starts.push_back(between(0, sizes.back() - subsizes.back()));
    whole *= sizes.back();
  }
  // Every element of the whole array, in memory's order: is it in the part?
  std::vector<TypeMap::Placed> parts;
  for (std::int64_t element = 0; element < whole; ++element) {
    bool is_in = true;
    std::int64_t rest = element;
    for (std::size_t i = 0; i < dimensions; ++i) {
      const std::size_t at = order == ArrayOrder::c ? dimensions - 1 - i : i;
      const std::int64_t index = rest % sizes[at];
      rest /= sizes[at];
      is_in &= index >= starts[at] && index < starts[at] + subsizes[at];
    }
    if (is_in) parts.push_back({&old.map, element * old.map.extent()});
  }
  return {must(make_subarray(sizes, subsizes, starts, order, old.type, form())),
          TypeMap::of(parts).resized(0, whole * old.map.extent()),
          "subarray" + text_of(sizes) + text_of(subsizes) + text_of(starts) +
              (order == ArrayOrder::c ? "C" : "F") + "(" + old.text + ")"};
}

Sample TypeMaker::darray(const Sample& old) {
  const auto dimensions = static_cast<std::size_t>(between(1, 3));
  const ArrayOrder order = between(0, 1) == 0 ? ArrayOrder::c : ArrayOrder::fortran;
  std::vector<std::int64_t> sizes;
  std::vector<Distribution> distributions;
  std::vector<int> arguments;
  std::vector<int> processes;
  std::int64_t whole = 1;
  int size = 1;
  for (std::size_t i = 0; i < dimensions; ++i) {
    sizes.push_back(between(1, 6));
    whole *= sizes.back();
    distributions.push_back(static_cast<Distribution>(between(16, 18)));
    processes.push_back(
        distributions.back() == Distribution::none ? 1 : static_cast<int>(between(1, 3)));
    size *= processes.back();
    const bool is_default = between(0, 1) == 0;
    const auto enough = (sizes.back() + processes.back() - 1) / processes.back();
    arguments.push_back(is_default ? default_distribution
                        : distributions.back() == Distribution::block
                            ? static_cast<int>(enough + between(0, 1))
                            : static_cast<int>(between(1, 3)));
  }
  const int rank = static_cast<int>(between(0, size - 1));
  std::vector<TypeMap::Placed> parts;
  for (std::int64_t element = 0; element < whole; ++element) {
    bool is_own = true;
    std::int64_t rest = element;
    for (std::size_t i = 0; i < dimensions; ++i) {
      const std::size_t at = order == ArrayOrder::c ? dimensions - 1 - i : i;
      const std::int64_t index = rest % sizes[at];
      rest /= sizes[at];
      int below = 1;
      for (std::size_t later = at + 1; later < dimensions; ++later) below *= processes[later];
      const int place = rank / below % processes[at];
      const bool is_default = arguments[at] == default_distribution;
      std::int64_t length = is_default ? 1 : arguments[at];
      if (distributions[at] == Distribution::none) length = sizes[at];
      if (distributions[at] == Distribution::block && is_default) {
        length = (sizes[at] + processes[at] - 1) / processes[at];
      }
      is_own &= index / length % processes[at] == place;
    }
    if (is_own) parts.push_back({&old.map, element * old.map.extent()});
  }
  return {must(make_darray(size, rank, sizes, distributions, arguments, processes, order, old.type,
                           form())),
          TypeMap::of(parts).resized(0, whole * old.map.extent()),
          "darray" + text_of({size, rank}) + text_of(sizes) +
              text_of({arguments.begin(), arguments.end()}) + (order == ArrayOrder::c ? "C" : "F") +
              "(" + old.text + ")"};
}

Sample TypeMaker::make(int depth) {
  if (depth == 0) return named();
  const std::int64_t choice = between(0, 9);
  if (choice == 0) return named();
  if (choice <= 3) return structure(depth);
  const Sample old = make(depth - 1);
  switch (choice) {
    case 4:
      return strided(old);
    case 5:
      return blocks(old);
    case 6:
      return subarray(old);
    case 7:
      return darray(old);
    case 8: {
      const std::int64_t lb = between(-9, 9);
      const std::int64_t extent = old.map.extent() + between(-2, 2) * 4 + between(0, 1);
      return {must(make_resized(old.type, lb, extent, form())), old.map.resized(lb, extent),
              "resized" + text_of({lb, extent}) + "(" + old.text + ")"};
    }
    default: {
      if (between(0, 1) == 0) return {must(make_dup(old.type)), old.map, "dup(" + old.text + ")"};
      const std::int64_t count = between(0, 4);
      std::vector<TypeMap::Placed> parts;
      for (std::int64_t i = 0; i < count; ++i) parts.push_back({&old.map, i * old.map.extent()});
      return {must(make_contiguous(count, old.type, form())), TypeMap::of(parts),
              "contiguous" + text_of({count}) + "(" + old.text + ")"};
    }
  }
}

}  // namespace isthmus::engine::mpi::testing
