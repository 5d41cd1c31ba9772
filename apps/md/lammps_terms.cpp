#include "md/lammps_terms.hpp"

#include <algorithm>
#include <utility>

namespace md {

namespace {

using isthmus::Expected;

constexpr std::int64_t periodicity_max = 60;

std::size_t place_of_kind(TermKind kind) { return static_cast<std::size_t>(kind); }

std::string capital(std::string word) {
  word[0] = static_cast<char>(word[0] - 'a' + 'A');
  return word;
}

// All coefficients of a line as numbers.
Expected<std::vector<double>> numbers_at(const DataLines& lines) {
  std::vector<double> numbers;
  for (std::size_t i = 1; i < lines->size(); ++i) {
    const auto number = lines->number(i, "a coefficient");
    if (!number) return std::unexpected(number.error());
    numbers.push_back(*number);
  }
  return numbers;
}

Expected<void> expect_style(const DataLines& lines, const std::string& style,
                            std::initializer_list<const char*> known) {
  std::string list;
  for (const char* const name : known) {
    if (style.empty() || style == name) return {};
    list += (list.empty() ? "" : ", ") + std::string(name);
  }
  return lines->wrong("style '" + style.substr(0, 40) + "'", list);
}

std::unexpected<isthmus::Error> wrong_count(const DataLines& lines, const char* expected) {
  return lines->wrong(std::to_string(lines->size() - 1) + " coefficients", expected);
}

// c0 + c1 cos x + ... + c4 cos^4 x as cosines of multiples; one of no multiple is a constant.
std::vector<DihedralType> cosines_of(const std::vector<double>& c) {
  const double k1 = c[1] + 0.75 * c[3];
  const double k2 = 0.5 * (c[2] + c[4]);
  const double k3 = 0.25 * c[3];
  const double k4 = 0.125 * c[4];
  const double constant = c[0] + 0.5 * c[2] + 0.375 * c[4] - (((k1 + k2) + k3) + k4);
  return {{0.5 * constant, 0, 0, 0}, {k1, 1, 0, 0}, {k2, 2, 0, 0}, {k3, 3, 0, 0}, {k4, 4, 0, 0}};
}

}  // namespace

const char* name_of(TermKind kind) {
  constexpr const char* names[] = {"bond", "angle", "dihedral", "improper"};
  return names[place_of_kind(kind)];
}

Expected<void> TermSections::read_coefficients(TermKind kind, DataLines& lines, std::int64_t types,
                                               const std::string& style) {
  const auto count = static_cast<std::size_t>(types);
  std::vector<char>& seen = has_type_[place_of_kind(kind)];
  seen.assign(count, 0);
  if (kind == TermKind::bond) topology_.bonds.resize(count);
  if (kind == TermKind::angle) topology_.angles.resize(count);
  if (kind == TermKind::dihedral) dihedrals_.resize(count);
  if (kind == TermKind::improper) topology_.impropers.resize(count);
  const std::string what = std::string(name_of(kind)) + " coefficients";
  const std::string type_name = std::string("a type of ") + name_of(kind);
  return lines.for_each(types, what.c_str(), [&]() -> Expected<void> {
    const auto type = lines.type_at(0, types, type_name.c_str());
    if (!type) return std::unexpected(type.error());
    if (std::exchange(seen[*type], 1) != 0) return lines.repeated_type(*type);
    return read_type(kind, lines, *type, style);
  });
}

Expected<void> TermSections::read_type(TermKind kind, const DataLines& lines, std::size_t type,
                                       const std::string& style) {
  if (kind == TermKind::dihedral) return read_dihedral(lines, type, style);
  const auto known = kind == TermKind::angle ? expect_style(lines, style, {"harmonic", "charmm"})
                                             : expect_style(lines, style, {"harmonic"});
  if (!known) return known;
  const auto c = numbers_at(lines);
  if (!c) return std::unexpected(c.error());
  if (kind == TermKind::angle && c->size() == 4 && style != "harmonic") {
    topology_.angles[type] = {(*c)[0], (*c)[1], (*c)[2], (*c)[3]};
    return {};
  }
  if (c->size() != 2) {
    if (kind == TermKind::angle) return wrong_count(lines, "2 (harmonic) or 4 (charmm)");
    return wrong_count(lines, "2");
  }
  if (kind == TermKind::bond) topology_.bonds[type] = {(*c)[0], (*c)[1]};
  if (kind == TermKind::angle) topology_.angles[type] = {(*c)[0], (*c)[1], 0, 0};
  if (kind == TermKind::improper) topology_.impropers[type] = {(*c)[0], (*c)[1]};
  return {};
}

Expected<void> TermSections::read_dihedral(const DataLines& lines, std::size_t type,
                                           std::string style) {
  const auto known =
      expect_style(lines, style, {"harmonic", "charmm", "fourier", "multi/harmonic", "opls"});
  if (!known) return known;
  const auto c = numbers_at(lines);
  if (!c) return std::unexpected(c.error());
  if (style.empty()) {
    style = c->size() == 3 ? "harmonic" : c->size() == 5 ? "multi/harmonic" : "charmm";
  }
  std::vector<DihedralType>& found = dihedrals_[type];
  if (style == "fourier") return read_fourier(lines, type);
  if (style == "multi/harmonic") {
    if (c->size() != 5) return wrong_count(lines, "5");
    found = cosines_of(*c);
  } else if (style == "opls") {
    if (c->size() != 4) return wrong_count(lines, "4");
    for (int n = 1; n <= 4; ++n) {
      found.push_back(
          {0.5 * (*c)[static_cast<std::size_t>(n - 1)], n, n % 2 == 1 ? 0.0 : 180.0, 0});
    }
  } else {
    const bool is_charmm = style == "charmm";
    if (c->size() != (is_charmm ? 4 : 3)) {
      return wrong_count(lines,
                         "4 (charmm), 3 (harmonic) or 5 (multi/harmonic), or the style "
                         "behind the section's name");
    }
    const auto n = lines->integer(is_charmm ? 2 : 3, "a periodicity", 0, periodicity_max);
    if (!n) return std::unexpected(n.error());
    const auto periodicity = static_cast<int>(*n);
    if (is_charmm) {
      found = {{(*c)[0], periodicity, (*c)[2], (*c)[3]}};
    } else {
      if ((*c)[1] != 1 && (*c)[1] != -1) {
        return lines->wrong("'" + std::string(lines->word(2)) + "'", "1 or -1");
      }
      found = {{(*c)[0], periodicity, (*c)[1] == 1 ? 0.0 : 180.0, 0}};
    }
  }
  const auto is_nothing = [](const DihedralType& some) { return some.k == 0 && some.weight == 0; };
  std::erase_if(found, is_nothing);
  return {};
}

// How many terms there are, then coefficient, periodicity and phase of each.
Expected<void> TermSections::read_fourier(const DataLines& lines, std::size_t type) {
  const auto terms = lines->integer(1, "a number of terms", 1, 20);
  if (!terms) return std::unexpected(terms.error());
  const auto count = static_cast<std::size_t>(*terms);
  if (lines->size() != 2 + 3 * count) return wrong_count(lines, "1, and 3 for each term");
  for (std::size_t i = 0; i < count; ++i) {
    const auto k = lines->number(2 + 3 * i, "a coefficient");
    const auto n = lines->integer(3 + 3 * i, "a periodicity", 0, periodicity_max);
    if (!n) return std::unexpected(n.error());
    const auto phase = lines->number(4 + 3 * i, "a phase");
    dihedrals_[type].push_back({*k, static_cast<int>(*n), *phase, 0});
  }
  return {};
}

Expected<void> TermSections::read_terms(TermKind kind, DataLines& lines, std::int64_t count,
                                        std::int64_t types,
                                        const std::function<bool(std::int64_t)>& is_atom) {
  has_terms_[place_of_kind(kind)] = true;
  const std::string what = std::string(name_of(kind)) + "s";
  const std::string type_name = std::string("a type of ") + name_of(kind);
  const std::size_t atoms = atoms_of(kind);
  return lines.for_each(count, what.c_str(), [&]() -> Expected<void> {
    if (lines->size() != 2 + atoms) {
      return lines->wrong(std::to_string(lines->size()) + " words",
                          "a number, a type and " + std::to_string(atoms) + " atoms");
    }
    const auto type = lines.type_at(1, types, type_name.c_str());
    if (!type) return std::unexpected(type.error());
    Term term{kind, static_cast<std::int32_t>(*type), {}};
    for (std::size_t i = 0; i < atoms; ++i) {
      const auto id = lines->integer(2 + i, "an atom's number", 1, INT64_MAX);
      if (!id) return std::unexpected(id.error());
      const std::string name = "atom " + std::to_string(*id);
      if (!is_atom(*id)) return lines->wrong(name, "one of Atoms");
      const auto end = term.atoms.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::find(term.atoms.begin(), end, *id) != end) {
        return lines->wrong(name + " a second time", "different atoms");
      }
      term.atoms[i] = *id;
    }
    terms_.push_back(term);
    return {};
  });
}

std::string TermSections::missing(TermKind kind, std::int64_t count) const {
  if (count == 0) return {};
  const std::string name = capital(name_of(kind));
  if (!has_terms_[place_of_kind(kind)]) return name + "s";
  return has_type_[place_of_kind(kind)].empty() ? name + " Coeffs" : std::string();
}

Topology TermSections::complete() {
  std::vector<std::int32_t> begin = {0};
  for (const auto& some : dihedrals_) {
    topology_.dihedrals.insert(topology_.dihedrals.end(), some.begin(), some.end());
    begin.push_back(static_cast<std::int32_t>(topology_.dihedrals.size()));
  }
  std::vector<Term> terms;
  for (Term term : terms_) {
    if (term.kind != TermKind::dihedral) {
      terms.push_back(term);
      continue;
    }
    const auto type = static_cast<std::size_t>(term.type);
    for (term.type = begin[type]; term.type < begin[type + 1]; ++term.type) terms.push_back(term);
  }
  topology_.set_terms(std::move(terms));
  return std::move(topology_);
}

}  // namespace md
