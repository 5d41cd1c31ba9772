#include "isthmus/sim/faults.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <span>
#include <sstream>

#include "isthmus/topology/units.hpp"

namespace isthmus::engine::sim {

namespace {

struct KindInfo {
  std::string_view name;
  std::string_view keys;  // those it must have, then, behind "|", those it may have
};
constexpr std::array<KindInfo, 14> kinds = {{
    {"crash", "process|at"},
    {"leave", "process|at"},
    {"join", "process|at"},
    {"site_lost", "site|at"},
    {"pause", "pe for|at"},
    {"slow", "pe factor|at for"},
    {"cut", "sites|at for"},
    {"partition", "sites|at for"},
    {"latency", "sites by|at for"},
    {"bandwidth", "sites to|at for"},
    {"lose", "sites rate|at for"},
    {"duplicate", "sites rate|at for"},
    {"reorder", "sites rate|at for"},
    {"corrupt", "sites rate|at for"},
}};

using Values = std::map<std::string, std::string, std::less<>>;

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts;
  std::string part;
  std::istringstream stream{std::string(text)};
  while (std::getline(stream, part, at)) {
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

/// Reads the values of one fault, with what a reader of numbers needs.
class Reader {
 public:
  Reader(std::string_view text, const topology::Topology& topology, Random& random)
      : text_(text), topology_(topology), random_(random) {}

  Expected<Fault> read() {
    const std::vector<std::string> words = split(text_, ' ');
    const auto kind =
        words.empty() ? kinds.end() : std::ranges::find(kinds, words[0], &KindInfo::name);
    if (kind == kinds.end()) {
      std::string names;
      for (const KindInfo& info : kinds)
        names += (names.empty() ? "" : ", ") + std::string(info.name);
      return refuse("unknown kind", names);
    }
    fault_.kind = static_cast<Fault::Kind>(kind - kinds.begin());
    if (auto taken = take_values(words, *kind); !taken) return forward_error(taken);
    if (auto who = read_targets(); !who) return forward_error(who);
    if (auto what = read_numbers(); !what) return forward_error(what);
    return fault_;
  }

 private:
  std::unexpected<Error> refuse(std::string what, std::string expected) const {
    return fail(ErrorCode::bad_input, std::move(what), "--fault \"" + std::string(text_) + "\"",
                std::move(expected));
  }

  Expected<void> take_values(const std::vector<std::string>& words, const KindInfo& kind) {
    const std::string keys(kind.keys);
    const std::size_t bar = keys.find('|');
    const std::vector<std::string> needed = split(keys.substr(0, bar), ' ');
    std::vector<std::string> known = split(keys.substr(bar + 1), ' ');
    known.insert(known.begin(), needed.begin(), needed.end());
    std::string list;
    for (const std::string& key : known) list += (list.empty() ? "" : ", ") + key;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::size_t equals = words[i].find('=');
      const std::string key = words[i].substr(0, equals);
      if (equals == std::string::npos || std::ranges::find(known, key) == known.end()) {
        return refuse("'" + words[i] + "'", "KEY=VALUE with one of " + list);
      }
      if (!values_.emplace(key, words[i].substr(equals + 1)).second) {
        return refuse(key + " is given twice", "once");
      }
    }
    for (const std::string& key : needed) {
      if (!values_.contains(key)) return refuse("no " + key, "all of " + kind_keys(needed));
    }
    return {};
  }
  static std::string kind_keys(const std::vector<std::string>& keys) {
    std::string list;
    for (const std::string& key : keys) list += (list.empty() ? "" : ", ") + key;
    return list;
  }

  const std::string* find(std::string_view key) const {
    const auto found = values_.find(key);
    return found == values_.end() ? nullptr : &found->second;
  }

  Expected<void> read_targets() {
    if (const std::string* value = find("process")) {
      const auto number = read_index("process", *value, topology_.process_count());
      if (!number) return std::unexpected(number.error());
      fault_.process = ProcessId(*number);
    }
    if (const std::string* value = find("pe")) {
      const auto number = read_index("pe", *value, topology_.pe_count());
      if (!number) return std::unexpected(number.error());
      fault_.pe = PeId(*number);
    }
    const std::string* sites = find("site") != nullptr ? find("site") : find("sites");
    if (sites == nullptr) return {};
    for (const std::string& name : split(*sites, ',')) {
      const auto site = read_site(name);
      if (!site) return std::unexpected(site.error());
      fault_.sites.push_back(*site);
    }
    return check_sites(*sites);
  }

  Expected<void> check_sites(const std::string& given) const {
    if (fault_.kind == Fault::Kind::site_lost) {
      if (fault_.sites.size() != 1) return refuse("site=" + given, "one site");
      return {};
    }
    for (std::size_t i = 1; i < fault_.sites.size(); ++i) {
      const auto before = std::span(fault_.sites).first(i);
      if (std::ranges::find(before, fault_.sites[i]) != before.end()) {
        return refuse("sites=" + given, "each site once");
      }
    }
    const auto count = static_cast<int>(fault_.sites.size());
    if (fault_.kind == Fault::Kind::partition) {
      if (count == 0 || count == topology_.site_count()) {
        return refuse("sites=" + given, "those of one side, with some left for the other");
      }
    } else if (count != 2) {
      return refuse("sites=" + given, "two sites, as A,B");
    }
    return {};
  }

  Expected<std::uint64_t> read_index(std::string_view key, const std::string& value, int count) {
    if (value == "any") return random_.below(static_cast<std::uint64_t>(count));
    const auto read_one = [count](std::string_view text) -> std::optional<std::uint64_t> {
      std::uint64_t read = 0;
      const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), read);
      const bool is_one = status == std::errc() && end == text.data() + text.size();
      return is_one && read < static_cast<std::uint64_t>(count) ? std::optional(read)
                                                                : std::nullopt;
    };
    const std::size_t dots = value.find("..");
    const auto low = read_one(std::string_view(value).substr(0, dots));
    const auto high =
        dots == std::string::npos ? low : read_one(std::string_view(value).substr(dots + 2));
    if (!low || !high || *low > *high) {
      return refuse(std::string(key) + "=" + value,
                    "0 to " + std::to_string(count - 1) + ", a range LOW..HIGH of these, or any");
    }
    return dots == std::string::npos ? *low : *low + random_.below(*high - *low + 1);
  }

  Expected<SiteId> read_site(const std::string& name) {
    std::vector<SiteId> left;
    std::string names;
    for (int i = 0; i < topology_.site_count(); ++i) {
      const SiteId site(i);
      if (topology_.site_name(site) == name) return site;
      names += std::string(topology_.site_name(site)) + ", ";
      // `any` twice means two of them.
      if (std::ranges::find(fault_.sites, site) == fault_.sites.end()) left.push_back(site);
    }
    if (name == "any") {
      if (!left.empty()) return left[random_.below(left.size())];
      return refuse(
          "one site more of 'any'",
          "no more than the " + std::to_string(topology_.site_count()) + " that there are");
    }
    return refuse("site '" + name + "'", names + "or any");
  }

  /// A number, or one drawn from LOW..HIGH. `read_one` reads the text of one number.
  template <class ReadOne>
  Expected<double> read_range(std::string_view key, const std::string& value, ReadOne read_one) {
    const std::size_t dots = value.find("..");
    const std::optional<double> low = read_one(value.substr(0, dots));
    const std::optional<double> high =
        dots == std::string::npos ? low : read_one(value.substr(dots + 2));
    if (!low || !high || *low > *high) {
      return refuse(std::string(key) + "=" + value, values_of(key) + ", or a range LOW..HIGH");
    }
    return dots == std::string::npos ? *low : *low + (*high - *low) * random_.uniform();
  }
  static std::string values_of(std::string_view key) {
    if (key == "to") return "a bandwidth of at least 1 B/s, such as 10Mb/s";
    if (key == "rate") return "a share from 0 to 0.9, such as 0.01";
    if (key == "factor") return "a number from 0.001 to 1000000, such as 3";
    return "a duration such as 20ms";
  }

  Expected<void> read_duration(std::string_view key, TimeNs& to) {
    const std::string* value = find(key);
    if (value == nullptr) return {};
    const auto read = read_range(key, *value, [](const std::string& text) -> std::optional<double> {
      const auto duration = topology::parse_duration_ns(text);
      if (!duration) return std::nullopt;
      return static_cast<double>(*duration);
    });
    if (!read) return std::unexpected(read.error());
    to = std::llround(*read);
    return {};
  }

  Expected<void> read_number(std::string_view key, double least, double most, double& to) {
    const std::string* value = find(key);
    if (value == nullptr) return {};
    const auto read =
        read_range(key, *value, [&](const std::string& text) -> std::optional<double> {
          double number = 0;
          if (key == "to") {
            const auto bandwidth = topology::parse_bandwidth_bytes_per_s(text);
            if (!bandwidth) return std::nullopt;
            number = *bandwidth;
          } else {
            const auto [end, status] =
                std::from_chars(text.data(), text.data() + text.size(), number);
            if (status != std::errc() || end != text.data() + text.size()) return std::nullopt;
          }
          if (!(number >= least && number <= most)) return std::nullopt;
          return number;
        });
    if (!read) return std::unexpected(read.error());
    to = *read;
    return {};
  }

  Expected<void> read_numbers() {
    for (auto step :
         {read_duration("at", fault_.at_ns), read_duration("for", fault_.for_ns),
          read_duration("by", fault_.extra_ns), read_number("factor", 1e-3, 1e6, fault_.factor),
          read_number("to", 1, 1e15, fault_.bytes_per_s),
          read_number("rate", 0, 0.9, fault_.rate)}) {
      if (!step) return std::unexpected(step.error());
    }
    return {};
  }

  const std::string_view text_;
  const topology::Topology& topology_;
  Random& random_;
  Values values_;
  Fault fault_;
};

std::string ms_text(TimeNs ns) {
  char text[40];
  std::snprintf(text, sizeof(text), "%.3f ms", static_cast<double>(ns) * 1e-6);
  return text;
}

}  // namespace

Expected<Fault> read_fault(std::string_view text, const topology::Topology& topology,
                           Random& random) {
  return Reader(text, topology, random).read();
}

std::string to_string(const Fault& fault, const topology::Topology& topology) {
  std::string text(kinds[static_cast<std::size_t>(fault.kind)].name);
  if (fault.process) text += " process " + std::to_string(fault.process.value);
  if (fault.pe) text += " PE " + std::to_string(fault.pe.value);
  for (const SiteId site : fault.sites) text += " " + std::string(topology.site_name(site));
  text += " from " + ms_text(fault.at_ns);
  if (fault.for_ns != never_ns) text += " for " + ms_text(fault.for_ns);
  return text;
}

}  // namespace isthmus::engine::sim
