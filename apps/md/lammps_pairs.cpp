#include "md/lammps_pairs.hpp"

#include <algorithm>
#include <set>

namespace md {

namespace {

constexpr const char* type_of_atom = "an atom type";

isthmus::Expected<LennardJones> lennard_jones_at(const DataLines& lines, std::size_t word) {
  const auto epsilon = lines->number(word, "epsilon");
  if (!epsilon) return std::unexpected(epsilon.error());
  const auto sigma = lines->number(word + 1, "sigma");
  if (!sigma) return std::unexpected(sigma.error());
  if (*epsilon < 0 || *sigma < 0) {
    return lines->wrong("a negative coefficient", "epsilon and sigma of 0 or more");
  }
  return LennardJones{*epsilon, *sigma};
}

}  // namespace

// The last words of the line.
isthmus::Expected<PairSections::Pair> PairSections::pair_at(const DataLines& lines,
                                                            std::size_t word,
                                                            const std::string& style) {
  if (!style.empty() && !style.starts_with("lj/")) {
    return lines->wrong("pair style '" + style.substr(0, 40) + "'", "one of Lennard-Jones");
  }
  const bool has_close = lines->size() == word + 4;
  if (lines->size() > word + 2 && !has_close) {
    return lines->wrong("'" + std::string(lines->word(word + 2)) + "' behind sigma",
                        "epsilon and sigma alone, or both again for 1-4 pairs");
  }
  const auto plain = lennard_jones_at(lines, word);
  if (!plain) return std::unexpected(plain.error());
  if (!has_close) return Pair{*plain, *plain};
  const auto close = lennard_jones_at(lines, word + 2);
  if (!close) return std::unexpected(close.error());
  has_close_ = true;
  return Pair{*plain, *close};
}

isthmus::Expected<void> PairSections::read_own(DataLines& lines, std::int64_t types,
                                               const std::string& style) {
  own_.assign(static_cast<std::size_t>(types), Pair{});
  std::set<std::size_t> seen;
  return lines.for_each(types, "pair coefficients", [&]() -> isthmus::Expected<void> {
    const auto type = lines.type_at(0, types, type_of_atom);
    if (!type) return std::unexpected(type.error());
    const auto pair = pair_at(lines, 1, style);
    if (!pair) return std::unexpected(pair.error());
    if (!seen.insert(*type).second) return lines.repeated_type(*type);
    own_[*type] = *pair;
    return {};
  });
}

isthmus::Expected<void> PairSections::read_all(DataLines& lines, std::int64_t types,
                                               const std::string& style) {
  const std::int64_t count = types * (types + 1) / 2;
  return lines.for_each(count, "pair coefficients", [&]() -> isthmus::Expected<void> {
    const auto one = lines.type_at(0, types, type_of_atom);
    if (!one) return std::unexpected(one.error());
    const auto other = lines.type_at(1, types, type_of_atom);
    if (!other) return std::unexpected(other.error());
    const auto pair = pair_at(lines, 2, style);
    if (!pair) return std::unexpected(pair.error());
    if (!all_.emplace(std::minmax(*one, *other), *pair).second) {
      return lines->wrong("two types a second time", "each pair of types once");
    }
    return {};
  });
}

std::optional<PairSections::Pair> PairSections::pair_of(std::size_t one, std::size_t other) const {
  const auto found = all_.find(std::minmax(one, other));
  if (found != all_.end()) return found->second;
  if (own_.empty()) return std::nullopt;
  const bool arithmetic = arithmetic_ || has_close_;
  return Pair{mixed(own_[one].plain, own_[other].plain, arithmetic),
              mixed(own_[one].close, own_[other].close, arithmetic)};
}

bool PairSections::complete(std::int64_t types, Interaction& interaction) const {
  const auto n = static_cast<std::size_t>(types);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const auto pair = pair_of(i, j);
      if (!pair) return false;
      interaction.pairs.push_back(pair->plain);
      if (has_close_) interaction.close_pairs.push_back(pair->close);
    }
  }
  return true;
}

}  // namespace md
