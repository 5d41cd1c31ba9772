// isthmus/live/counters.hpp: counters that never fall, whoever is silent, has gone or began anew.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace isthmus::engine::live {

/// Names outlive whatever they are given to.
using Labels = std::vector<std::pair<std::string_view, std::string>>;

/// The samples of one counter, each the sum of what its sources have counted: PEs, processes, their
/// links. A source that says nothing counts with what it said last, one that says less than before
/// has begun anew and counts beside that; a sum that says less has lost one of its own, whose count
/// stays. For one thread.
class Counter {
 public:
  /// Before what the sources say this time. `are_sums`: that they are sums of others, such as
  /// sites; where that changes, samples go on from what they were.
  void begin(bool are_sums);
  /// Of the sample with these labels; a source that is named again adds to what it says this time.
  void add(const Labels& labels, const std::string& source, double value);

  struct Sample {
    const Labels& labels;
    double value;
  };
  /// After that; those that came first are first. The labels are this counter's.
  std::vector<Sample> samples();

 private:
  struct Source {
    double before = 0;  // of all times that it began anew
    double last = 0;
    double now = 0;
    bool is_heard = false;  // this time
  };
  struct Sum {
    std::map<std::string, Source> sources;
    double told = 0;
    double carried = 0;  // of sources of the other kind
    bool is_carried_on = false;
  };

  std::vector<Labels> order_;
  std::map<Labels, Sum> sums_;
  bool are_sums_ = false;
};

/// All counters of a job, by the name of their family.
class Counters {
 public:
  Counter& of(std::string_view family) { return counters_[std::string(family)]; }

 private:
  std::map<std::string, Counter> counters_;
};

}  // namespace isthmus::engine::live
