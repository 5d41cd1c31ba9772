#include "isthmus/live/counters.hpp"

#include <algorithm>

namespace isthmus::engine::live {

void Counter::begin(bool are_sums) {
  const bool is_of_others = are_sums != are_sums_;
  are_sums_ = are_sums;
  for (auto& [labels, sum] : sums_) {
    if (is_of_others) {
      sum.sources.clear();
      sum.is_carried_on = true;
    }
    for (auto& [name, source] : sum.sources) source.is_heard = false;
  }
}

void Counter::add(const Labels& labels, const std::string& source, double value) {
  const auto [at, is_new] = sums_.try_emplace(labels);
  if (is_new) order_.push_back(labels);
  Source& its = at->second.sources[source];
  its.now = its.is_heard ? its.now + value : value;
  its.is_heard = true;
}

std::vector<Counter::Sample> Counter::samples() {
  std::vector<Sample> samples;
  for (const Labels& labels : order_) {
    Sum& sum = sums_.at(labels);
    double all = 0;
    for (auto& [name, source] : sum.sources) {
      if (source.is_heard) {
        // Of a sum somebody is silent or has gone, and what it counted stays.
        if (source.now < source.last) {
          source.before += are_sums_ ? source.last - source.now : source.last;
        }
        source.last = source.now;
      }
      all += source.before + source.last;
    }
    // Sources of the other kind count the same things.
    if (sum.is_carried_on && !sum.sources.empty()) {
      sum.carried = std::max(0.0, sum.told - all);
      sum.is_carried_on = false;
    }
    if (!sum.is_carried_on) sum.told = std::max(sum.told, sum.carried + all);
    samples.push_back({labels, sum.told});
  }
  return samples;
}

}  // namespace isthmus::engine::live
