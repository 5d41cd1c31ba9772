#include "fem/exchange.hpp"

#include <algorithm>

namespace isthmus::fem {

namespace {

std::vector<std::int32_t> shared_of(const Piece& piece) {
  std::vector<std::int32_t> shared;
  for (const Link& link : piece.links) {
    shared.insert(shared.end(), link.shared.begin(), link.shared.end());
  }
  std::ranges::sort(shared);
  const auto rest = std::ranges::unique(shared);
  shared.erase(rest.begin(), rest.end());
  return shared;
}

}  // namespace

void pick(std::span<const double> values, int components, std::span<const std::int32_t> places,
          std::vector<double>& into) {
  const auto count = static_cast<std::size_t>(components);
  for (const std::int32_t at : places) {
    const auto from = values.subspan(count * static_cast<std::size_t>(at), count);
    into.insert(into.end(), from.begin(), from.end());
  }
}

bool place(std::span<double> values, int components, std::span<const std::int32_t> places,
           std::span<const double> from) {
  const auto count = static_cast<std::size_t>(components);
  if (from.size() != count * places.size()) return false;
  for (std::size_t i = 0; i < places.size(); ++i) {
    std::ranges::copy(from.subspan(count * i, count),
                      values.begin() + static_cast<std::ptrdiff_t>(count) * places[i]);
  }
  return true;
}

bool combine_shared(const Piece& piece, std::span<double> values, int components,
                    std::span<const std::span<const double>> from, Combining combining) {
  const auto count = static_cast<std::size_t>(components);
  const std::vector<std::int32_t> shared = shared_of(piece);
  std::vector<double> own;
  pick(values, components, shared, own);
  std::vector<std::uint8_t> is_begun(piece.places.size(), 0);
  const auto put = [&](std::span<const std::int32_t> places, std::span<const double> added) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      for (std::size_t k = 0; k < count; ++k) {
        double& value = values[count * static_cast<std::size_t>(places[i]) + k];
        const double more = added[count * i + k];
        if (is_begun[places[i]] == 0) {
          value = more;
        } else if (combining == Combining::sum) {
          value += more;
        } else {
          value = std::max(value, more);
        }
      }
      is_begun[places[i]] = 1;
    }
  };
  bool has_own = false;
  for (std::size_t link = 0; link < piece.links.size(); ++link) {
    const std::vector<std::int32_t>& places = piece.links[link].shared;
    if (from[link].size() != count * places.size()) return false;
    if (!has_own && piece.links[link].part > piece.part) {
      put(shared, own);
      has_own = true;
    }
    put(places, from[link]);
  }
  if (!has_own) put(shared, own);
  return true;
}

}  // namespace isthmus::fem
