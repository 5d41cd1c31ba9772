#include "md/charmm/psf.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "md/text_lines.hpp"

namespace md::charmm {

namespace {

using isthmus::Expected;

constexpr std::int64_t count_max = 100'000'000;

class PsfFile {
 public:
  PsfFile(std::string_view text, const std::string& name) : lines_(text, name, '\0') {}

  Expected<Psf> read() {
    if (!lines_.next() || lines_.word(0) != "PSF") {
      return lines_.wrong("the first line", "one that begins with PSF");
    }
    bool has_line = lines_.next();
    while (has_line) {
      const std::string heading = heading_of_line();
      if (heading.empty()) {
        // Lines of a title, and of sections that say nothing here.
        if (!skips_) {
          return lines_.wrong("'" + lines_.joined().substr(0, 60) + "'",
                              "the heading of a section, such as !NBOND");
        }
        has_line = lines_.next();
        continue;
      }
      if (auto read = read_section(heading); !read) return isthmus::forward_error(read);
      has_line = lines_.next();
    }
    for (const char* const section : {"NATOM", "NBOND", "NTHETA", "NPHI", "NIMPHI"}) {
      if (seen_.contains(section)) continue;
      return lines_.wrong(std::string("the file ends without !") + section, "that section");
    }
    return std::move(psf_);
  }

 private:
  // "NBOND" of a line such as `12 !NBOND: bonds`; empty of others.
  std::string heading_of_line() const {
    if (lines_.word(0).find_first_not_of("-0123456789") != std::string_view::npos) return {};
    for (std::size_t i = 1; i < std::min<std::size_t>(lines_.size(), 3); ++i) {
      const std::string_view word = lines_.word(i);
      if (word.size() < 2 || word[0] != '!') continue;
      return std::string(word.substr(1, word.find_first_of(":,", 1) - 1));
    }
    return {};
  }

  Expected<void> read_section(const std::string& heading) {
    const auto count = lines_.integer(0, "a count", 0, count_max);
    if (!count) return std::unexpected(count.error());
    if (!seen_.insert(heading).second) {
      return lines_.wrong("!" + heading + " a second time", "each section once");
    }
    skips_ = false;
    if (heading == "NATOM") return read_atoms(*count);
    if (heading == "NBOND") return read_terms(*count, psf_.bonds);
    if (heading == "NTHETA") return read_terms(*count, psf_.angles);
    if (heading == "NPHI") return read_terms(*count, psf_.dihedrals);
    if (heading == "NIMPHI") return read_terms(*count, psf_.impropers);
    if (heading == "NCRTERM") return read_cross_terms(*count);
    static const std::map<std::string, const char*> refused = {{"NUMLP", "lone pairs"},
                                                               {"NNB", "explicit exclusions"}};
    const auto found = refused.find(heading);
    if (found != refused.end() && *count > 0) {
      return lines_.wrong(std::to_string(*count) + " " + found->second,
                          "none, as these are not computed");
    }
    skips_ = true;
    return {};
  }

  Expected<void> read_atoms(std::int64_t count) {
    if (count < 1) return lines_.wrong("no atoms", "1 or more");
    std::string residue;
    for (std::int64_t i = 0; i < count; ++i) {
      if (!lines_.next()) {
        return lines_.wrong(
            "the file ends after " + std::to_string(i) + " of " + std::to_string(count) + " atoms",
            "all of them");
      }
      if (lines_.size() < 8) {
        return lines_.wrong(std::to_string(lines_.size()) + " words",
                            "an atom's number, segment, residue, its name, the atom's name, type, "
                            "charge and mass");
      }
      const auto id = lines_.integer(0, "the atom's number", i + 1, i + 1);
      if (!id) return std::unexpected(id.error());
      Psf::Atom atom;
      const std::string its = std::string(lines_.word(1)) + " " + std::string(lines_.word(2));
      if (its != residue) ++residues_;
      residue = its;
      atom.residue = residues_;
      atom.name = lines_.word(4);
      atom.type = lines_.word(5);
      const auto charge = lines_.number(6, "a charge");
      if (!charge) return std::unexpected(charge.error());
      const auto mass = lines_.number(7, "a mass");
      if (!mass) return std::unexpected(mass.error());
      if (!(*mass > 0)) return lines_.wrong(std::string(lines_.word(7)), "a mass above 0");
      atom.charge = *charge;
      atom.mass = *mass;
      psf_.atoms.push_back(std::move(atom));
    }
    return {};
  }

  // Two dihedrals each, the second of which goes on by one atom.
  Expected<void> read_cross_terms(std::int64_t count) {
    std::vector<std::array<std::int32_t, 4>> dihedrals;
    if (auto read = read_terms(2 * count, dihedrals); !read) return read;
    for (std::size_t i = 0; i + 1 < dihedrals.size(); i += 2) {
      const auto& one = dihedrals[i];
      const auto& other = dihedrals[i + 1];
      if (!std::equal(one.begin() + 1, one.end(), other.begin()) || one[0] == other[3]) {
        return lines_.wrong("a cross-term (CMAP) of atom " + std::to_string(one[0] + 1) +
                                " whose dihedrals do not follow each other",
                            "a chain of five atoms");
      }
      psf_.cross_terms.push_back({one[0], one[1], one[2], one[3], other[3]});
    }
    return {};
  }

  template <std::size_t count>
  Expected<void> read_terms(std::int64_t terms,
                            std::vector<std::array<std::int32_t, count>>& into) {
    if (psf_.atoms.empty()) return lines_.wrong("terms", "!NATOM before them");
    const std::int64_t numbers = terms * static_cast<std::int64_t>(count);
    std::array<std::int32_t, count> term;
    std::size_t word = lines_.size();
    for (std::int64_t i = 0; i < numbers; ++i, ++word) {
      if (word >= lines_.size()) {
        if (!lines_.next()) {
          return lines_.wrong("the file ends after " + std::to_string(i) + " of " +
                                  std::to_string(numbers) + " atoms of terms",
                              "all of them");
        }
        word = 0;
      }
      const auto id =
          lines_.integer(word, "an atom's number", 1, static_cast<std::int64_t>(psf_.atoms.size()));
      if (!id) return std::unexpected(id.error());
      const auto place = static_cast<std::size_t>(i) % count;
      term[place] = static_cast<std::int32_t>(*id - 1);
      const auto end = term.begin() + static_cast<std::ptrdiff_t>(place);
      if (std::find(term.begin(), end, term[place]) != end) {
        return lines_.wrong("atom " + std::to_string(*id) + " twice in a term", "different atoms");
      }
      if (place + 1 == count) into.push_back(term);
    }
    if (numbers > 0 && word < lines_.size()) {
      return lines_.wrong("more atoms than the section's count says", "so many");
    }
    return {};
  }

  TextLines lines_;
  Psf psf_;
  std::set<std::string> seen_;
  std::int32_t residues_ = 0;
  bool skips_ = false;
};

}  // namespace

Expected<Psf> parse_psf(std::string_view text, const std::string& name) {
  return PsfFile(text, name).read();
}

}  // namespace md::charmm
