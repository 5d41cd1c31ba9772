#include "md/topology.hpp"

#include <algorithm>
#include <iterator>
#include <map>

namespace md {

namespace {

// Of each atom by its place, the places of others.
using Graph = std::vector<std::vector<std::int32_t>>;

Graph graph_of(const std::vector<Term>& terms, const std::vector<std::int64_t>& ids) {
  const auto place_of = [&](std::int64_t id) {
    return static_cast<std::int32_t>(std::ranges::lower_bound(ids, id) - ids.begin());
  };
  Graph graph(ids.size());
  for (const Term& term : terms) {
    if (term.kind != TermKind::bond) continue;
    const std::int32_t one = place_of(term.atoms[0]);
    const std::int32_t other = place_of(term.atoms[1]);
    graph[static_cast<std::size_t>(one)].push_back(other);
    graph[static_cast<std::size_t>(other)].push_back(one);
  }
  return graph;
}

template <class T>
void sort_and_unite(std::vector<T>& values) {
  std::ranges::sort(values);
  const auto repeated = std::ranges::unique(values);
  values.erase(repeated.begin(), repeated.end());
}

// Those at most so many bonds away, without the atom itself.
std::vector<std::int32_t> within(const Graph& graph, std::int32_t atom, int bonds) {
  std::vector<std::int32_t> found = {atom};
  for (int i = 0; i < bonds; ++i) {
    const std::vector<std::int32_t> before = found;
    for (const std::int32_t one : before) {
      const auto& next = graph[static_cast<std::size_t>(one)];
      found.insert(found.end(), next.begin(), next.end());
    }
    sort_and_unite(found);
  }
  std::erase(found, atom);
  return found;
}

}  // namespace

void Topology::set_terms(std::vector<Term> terms) {
  terms_ = std::move(terms);
  sort_terms();
  find_exclusions();
}

void Topology::add_terms(const std::vector<Term>& terms) {
  terms_.insert(terms_.end(), terms.begin(), terms.end());
  sort_terms();
}

void Topology::sort_terms() {
  std::ranges::stable_sort(terms_, {}, [](const Term& term) { return term.atoms[0]; });
}

void Topology::drop_terms(const std::function<bool(const Term&)>& is_dropped) {
  std::erase_if(terms_, is_dropped);
}

void Topology::find_exclusions() {
  constexpr int bonds_between = 3;
  bonded_.clear();
  partners_.clear();
  for (const Term& term : terms_) {
    if (term.kind != TermKind::bond) continue;
    bonded_.insert(bonded_.end(), {term.atoms[0], term.atoms[1]});
  }
  sort_and_unite(bonded_);
  const Graph graph = graph_of(terms_, bonded_);
  begin_ = {0};
  for (std::size_t atom = 0; atom < bonded_.size(); ++atom) {
    for (const std::int32_t other : within(graph, static_cast<std::int32_t>(atom), bonds_between)) {
      partners_.push_back(bonded_[static_cast<std::size_t>(other)]);
    }
    begin_.push_back(static_cast<std::int32_t>(partners_.size()));
  }
}

std::vector<std::array<std::int64_t, 4>> Topology::three_bond_ways() const {
  const Graph graph = graph_of(terms_, bonded_);
  const auto next_to = [&](std::int32_t atom) -> const auto& {
    return graph[static_cast<std::size_t>(atom)];
  };
  const auto is_nearer = [&](std::int32_t one, std::int32_t other) {
    return std::ranges::any_of(next_to(one), [&](std::int32_t between) {
      return between == other || std::ranges::count(next_to(between), other) > 0;
    });
  };
  std::map<std::array<std::int32_t, 2>, std::array<std::int32_t, 4>> ways;
  for (std::int32_t b = 0; b < std::ssize(bonded_); ++b) {
    for (const std::int32_t c : next_to(b)) {
      for (const std::int32_t a : next_to(b)) {
        for (const std::int32_t d : next_to(c)) {
          if (a >= d || a == c || d == b || is_nearer(a, d)) continue;
          ways.try_emplace({a, d}, std::array{a, b, c, d});
        }
      }
    }
  }
  std::vector<std::array<std::int64_t, 4>> found;
  for (const auto& [ends, way] : ways) {
    found.emplace_back();
    for (std::size_t i = 0; i < 4; ++i) {
      found.back()[i] = bonded_[static_cast<std::size_t>(way[i])];
    }
  }
  return found;
}

std::int64_t Topology::count(TermKind kind) const {
  return std::ranges::count(terms_, kind, &Term::kind);
}

std::span<const Term> Topology::terms_of(std::int64_t atom) const {
  const auto found =
      std::ranges::equal_range(terms_, atom, {}, [](const Term& term) { return term.atoms[0]; });
  return {found.begin(), found.end()};
}

std::span<const std::int64_t> Topology::excluded(std::int64_t atom) const {
  const auto found = std::ranges::lower_bound(bonded_, atom);
  if (found == bonded_.end() || *found != atom) return {};
  const auto at = static_cast<std::size_t>(found - bonded_.begin());
  return std::span(partners_).subspan(static_cast<std::size_t>(begin_[at]),
                                      static_cast<std::size_t>(begin_[at + 1] - begin_[at]));
}

}  // namespace md
