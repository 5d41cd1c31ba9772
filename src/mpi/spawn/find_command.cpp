#include "mpi/spawn/find_command.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <system_error>

namespace isthmus::engine::mpi {

namespace {

bool is_program(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

/// Those between colons.
std::vector<std::string> directories_of(std::string_view text) {
  std::vector<std::string> all;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(':'), text.size());
    if (end > 0) all.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return all;
}

std::optional<std::int64_t> number_in(std::string_view text) {
  std::int64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size()) return {};
  constexpr std::int64_t most = std::int64_t{1} << 32;  // so that sums of them do not overflow
  return std::clamp(number, -most, most);
}

}  // namespace

Expected<std::string> find_command(const std::string& command, std::string_view directories,
                                   const std::vector<std::string>& environment) {
  std::error_code error;
  const std::filesystem::path here = std::filesystem::current_path(error);
  const auto refuse = [&](std::string what, std::string expected) {
    return fail(ErrorCode::bad_input, std::move(what), command, std::move(expected));
  };
  if (command.empty()) return fail(ErrorCode::bad_input, "no command", {}, "a program");
  if (command.find('/') != std::string::npos) {
    const std::filesystem::path path = here / command;
    if (is_program(path)) return path.string();
    if (std::filesystem::is_directory(path, error)) return refuse("a folder", "a program");
    if (!std::filesystem::exists(path, error)) return refuse("no such program", {});
    return refuse("no leave to run it", "a program; chmod +x");
  }
  std::vector<std::string> places = directories_of(directories);
  constexpr std::string_view variable = "PATH=";
  for (const std::string& each : environment) {
    if (!each.starts_with(variable)) continue;
    std::ranges::copy(directories_of(std::string_view(each).substr(variable.size())),
                      std::back_inserter(places));
  }
  places.emplace_back(".");
  for (const std::string& place : places) {
    const std::filesystem::path path = (here / place / command).lexically_normal();
    if (is_program(path)) return path.string();
  }
  return refuse("no such program", "one on PATH, in the info's path or in the current directory");
}

std::optional<int> most_of_soft(std::string_view soft, int most) {
  std::optional<std::int64_t> best;
  while (!soft.empty()) {
    const std::size_t end = std::min(soft.find(','), soft.size());
    std::string_view triplet = soft.substr(0, end);
    soft.remove_prefix(std::min(end + 1, soft.size()));
    std::vector<std::int64_t> numbers;
    while (numbers.size() < 4) {
      const std::size_t colon = triplet.find(':');
      std::string_view word = triplet.substr(0, colon);
      while (word.starts_with(' ')) word.remove_prefix(1);
      while (word.ends_with(' ')) word.remove_suffix(1);
      const auto number = number_in(word);
      if (!number) return std::nullopt;
      numbers.push_back(*number);
      if (colon == std::string_view::npos) break;
      triplet.remove_prefix(colon + 1);
    }
    if (numbers.size() > 3) return std::nullopt;
    const std::int64_t first = numbers[0];
    const std::int64_t last = numbers.size() > 1 ? numbers[1] : first;
    const std::int64_t step = numbers.size() > 2 ? numbers[2] : 1;
    if (step == 0) return std::nullopt;
    // Of those between first and last the one that is nearest to `most` from below.
    const std::int64_t low = std::min(first, last);
    const std::int64_t high = std::max(first, last);
    if ((step > 0) != (first <= last) && first != last) continue;
    const std::int64_t width = std::abs(step);
    const std::int64_t limit = std::min<std::int64_t>(high, most);
    if (low > limit) continue;
    // Steps are counted from `first`, which is the highest where they go down.
    const std::int64_t found = step > 0 ? low + (limit - low) / width * width
                                        : high - (high - limit + width - 1) / width * width;
    if (found >= low && found >= 0) best = std::max(best.value_or(found), found);
  }
  if (!best) return std::nullopt;
  return static_cast<int>(*best);
}

std::vector<std::uint32_t> pes_of_host(std::string_view host, const topology::Topology& topology,
                                       std::string_view own_host, PeId own_pe) {
  std::vector<std::uint32_t> pes;
  const auto all = static_cast<std::uint32_t>(topology.pe_count());
  constexpr std::string_view marker = " PE ";
  if (const std::size_t at = host.rfind(marker); at != std::string_view::npos) {
    const auto number = number_in(host.substr(at + marker.size()));
    if (number && *number >= 0 && *number < all) pes.push_back(static_cast<std::uint32_t>(*number));
    return pes;
  }
  const NodeId own_node = topology.node_of(own_pe);
  for (std::uint32_t number = 0; number < all; ++number) {
    const PeId pe(number);
    const NodeId node = topology.node_of(pe);
    if (topology.site_name(topology.site_of(pe)) == host || topology.node_name(node) == host ||
        topology.address_of(node) == host || (own_host == host && node == own_node)) {
      pes.push_back(number);
    }
  }
  return pes;
}

}  // namespace isthmus::engine::mpi
