#include "isthmus/balance/strategy/spread.hpp"

#include <algorithm>
#include <functional>

#include "isthmus/balance/quality.hpp"

namespace isthmus::engine::balance {

ObjectWindow::ObjectWindow(const Snapshot& snapshot, std::vector<std::uint32_t> objects,
                           std::span<const std::uint64_t> messages,
                           std::span<const std::uint8_t> is_placed, double tolerance, Ties ties)
    : snapshot_(snapshot),
      messages_(messages),
      is_placed_(is_placed),
      tolerance_(tolerance),
      ties_(ties),
      order_(std::move(objects)),
      heaps_of_pes_(snapshot.pe_count()),
      last_of_pes_(snapshot.pe_count()),
      left_of_pes_(snapshot.pe_count(), 0),
      newest_(snapshot.pe_count()) {
  if (ties == Ties::as_published) {
    by_messages_ = order_;
    std::ranges::sort(by_messages_, {}, [&](std::uint32_t i) { return ~messages_[i]; });
    std::ranges::sort(order_, {}, [&](std::uint32_t i) {
      return std::pair(-snapshot.objects.cpu_s[i], place_of(i));
    });
    return;
  }
  sort_by_weight(snapshot, order_);
}

std::optional<std::span<const std::uint32_t>> ObjectWindow::open() {
  while (first_ < order_.size() && is_placed_[order_[first_]] != 0) ++first_;
  if (first_ == order_.size()) return std::nullopt;
  const std::size_t begin = end_;
  const double least_s = (1.0 - tolerance_) * snapshot_.objects.cpu_s[order_[first_]];
  for (; end_ < order_.size() && snapshot_.objects.cpu_s[order_[end_]] >= least_s; ++end_) {
    const std::uint32_t object = order_[end_];
    const std::uint32_t pe = snapshot_.objects.pe[object].value;
    const std::uint64_t turn = turn_of(end_);
    const auto enter = [&](Heap& heap, std::uint64_t rank) {
      heap.emplace_back(messages_[object], rank, object);
      std::ranges::push_heap(heap);
    };
    enter(heap_, ~turn);
    enter(heaps_of_pes_[pe], ~turn);
    enter(last_of_pes_[pe], turn);
    ++left_of_pes_[pe];
  }
  std::vector<std::uint32_t> grown;
  for (std::size_t k = begin; k < end_; ++k) grown.push_back(snapshot_.objects.pe[order_[k]].value);
  std::ranges::sort(grown);
  const auto twice = std::ranges::unique(grown);
  grown.erase(twice.begin(), twice.end());
  for (const std::uint32_t pe : grown) {
    enter(left_on(pe));
  }
  return std::span(order_).subspan(begin, end_ - begin);
}

void ObjectWindow::drop_placed(Heap& heap) const {
  while (!heap.empty() && is_placed_[std::get<2>(heap.front())] != 0) {
    std::ranges::pop_heap(heap);
    heap.pop_back();
  }
}

std::uint32_t ObjectWindow::heaviest() {
  const std::uint32_t first = order_[first_];
  if (ties_ == Ties::as_published && messages_[first] == most_messages()) return first;
  drop_placed(heap_);
  return std::get<2>(heap_.front());
}

std::uint64_t ObjectWindow::most_messages() {
  while (is_placed_[by_messages_[most_]] != 0) ++most_;
  return messages_[by_messages_[most_]];
}

void ObjectWindow::enter(const Left& left) {
  newest_[std::get<2>(left)] = left;
  fullest_.push_back(left);
  std::ranges::push_heap(fullest_);
}

ObjectWindow::Left ObjectWindow::left_on(std::uint32_t pe) {
  drop_placed(heaps_of_pes_[pe]);
  drop_placed(last_of_pes_[pe]);
  const Heap& heap = heaps_of_pes_[pe];
  return {heap.empty() ? 0 : std::get<0>(heap.front()), left_of_pes_[pe], pe};
}

std::uint32_t ObjectWindow::rather_of(PeId pe, std::uint32_t object) {
  const auto [own_messages, own_left, own] = left_on(pe.value);
  if (own_left > 0 && own_messages == messages_[object]) {
    return std::get<2>(heaps_of_pes_[own].front());
  }
  while (!fullest_.empty()) {
    const Left first = fullest_.front();
    const std::uint32_t other = std::get<2>(first);
    const Left left = left_on(other);
    if (left == first) {
      if (std::get<0>(left) != messages_[object]) break;
      return std::get<2>(last_of_pes_[other].front());
    }
    std::ranges::pop_heap(fullest_);
    fullest_.pop_back();
    // Of a PE's entries the newest alone goes back, or they would all be kept up to date.
    if (first == newest_[other] && std::get<1>(left) > 0) enter(left);
  }
  return object;
}

std::uint64_t ObjectWindow::turn_of(std::size_t place) const {
  return ties_ == Ties::by_weight ? place : place_of(order_[place]);
}

std::uint64_t ObjectWindow::place_of(std::uint32_t object) const {
  return std::uint64_t{snapshot_.objects.pe[object].value} << 32 | object;
}

PeWindow::PeWindow(const Snapshot& snapshot, std::span<const PeId> pes, std::vector<double>& load_s,
                   double tolerance, std::optional<double> limit_s)
    : snapshot_(snapshot),
      load_s_(load_s),
      tolerance_(tolerance),
      limit_s_(limit_s),
      all_(snapshot, pes, load_s),
      border_(snapshot.pe_count(), 0),
      messages_(snapshot.pe_count(), 0) {
  for (const PeId pe : pes) {
    outside_.emplace_back(load_s[pe.value], pe.value);
    by_messages_.emplace_back(0, pe.value);
  }
  std::ranges::make_heap(outside_, std::greater());
}

std::uint64_t PeWindow::fewest_messages() {
  while (by_messages_.front().first != messages_[by_messages_.front().second]) {
    std::ranges::pop_heap(by_messages_, std::greater());
    by_messages_.back().first = messages_[by_messages_.back().second];
    std::ranges::push_heap(by_messages_, std::greater());
  }
  return by_messages_.front().first;
}

void PeWindow::enter(std::uint32_t pe) {
  inside_.push_back(rank_of(pe));
  std::ranges::push_heap(inside_, std::greater());
}

PeId PeWindow::lightest(double cpu_s) {
  const PeId least = all_.least_loaded();
  if (!limit_s_ && messages_[least.value] == fewest_messages()) return least;
  const double bound_s = (1.0 + tolerance_) * load_s_[least.value];
  while (!outside_.empty() && outside_.front().first <= bound_s) {
    const auto [load, pe] = outside_.front();
    std::ranges::pop_heap(outside_, std::greater());
    outside_.pop_back();
    if (load == load_s_[pe]) enter(pe);
  }
  while (!inside_.empty()) {
    const std::uint32_t pe = std::get<3>(inside_.front());
    const bool is_current = inside_.front() == rank_of(pe);
    if (is_current && load_s_[pe] <= bound_s) {
      if (!limit_s_ || ends_s(PeId(pe), cpu_s) <= *limit_s_) return PeId(pe);
      break;
    }
    std::ranges::pop_heap(inside_, std::greater());
    inside_.pop_back();
    if (!is_current) continue;
    outside_.emplace_back(load_s_[pe], pe);
    std::ranges::push_heap(outside_, std::greater());
  }
  return all_.ends_first(cpu_s);
}

void PeWindow::add(PeId pe, double cpu_s, std::uint64_t messages) {
  load_s_[pe.value] += cpu_s / snapshot_.pes.speed[pe.value];
  note(pe, messages);
}

void PeWindow::note(PeId pe, std::uint64_t messages) {
  if (messages > 0) ++border_[pe.value];
  messages_[pe.value] += messages;
  all_.update(pe);
  enter(pe.value);
}

Filling::Filling(const Snapshot& snapshot, const Placement& placement, const Options& options)
    : messages(options.as_published ? cross_site_messages_sent_by(snapshot, placement)
                                    : cross_site_messages_of(snapshot, placement)),
      load_s(fixed_loads_s(snapshot)),
      is_placed(snapshot.objects.is_pinned),
      pinned_of_site(snapshot.site_count()) {
  for (std::uint32_t i = 0; i < placement.size(); ++i) {
    if (is_placed[i] != 0) pinned_of_site[snapshot.site_of(placement[i]).value].push_back(i);
  }
}

PeWindow pe_window(const Snapshot& snapshot, const Part& part, const Options& options,
                   Filling& filling) {
  constexpr double rounding = 1e-9;
  std::optional<double> limit_s;
  if (!options.as_published) {
    limit_s = least_load_s(snapshot, part, filling.load_s) * (1 + rounding);
  }
  PeWindow window(snapshot, part.pes, filling.load_s, options.tolerance, limit_s);
  const SiteId site = snapshot.site_of(part.pes.front());
  for (const std::uint32_t i : filling.pinned_of_site[site.value]) {
    window.note(snapshot.objects.pe[i], filling.messages[i]);
  }
  return window;
}

void spread(const Snapshot& snapshot, std::vector<std::uint32_t> objects, const Options& options,
            Filling& filling, PeWindow& pes, Placement& placement) {
  ObjectWindow window(snapshot, std::move(objects), filling.messages, filling.is_placed,
                      options.tolerance,
                      options.as_published ? Ties::as_published : Ties::by_place);
  while (window.open()) {
    const std::uint32_t heaviest = window.heaviest();
    const PeId pe = pes.lightest(snapshot.objects.cpu_s[heaviest]);
    std::uint32_t i = heaviest;
    if (!options.as_published) {
      const std::uint32_t rather = window.rather_of(pe, heaviest);
      const bool fits = pes.lightest(snapshot.objects.cpu_s[rather]) == pe;
      i = fits ? rather : heaviest;
    }
    pes.add(pe, snapshot.objects.cpu_s[i], filling.messages[i]);
    placement[i] = pe;
    filling.is_placed[i] = 1;
    window.took(i);
  }
}

}  // namespace isthmus::engine::balance
