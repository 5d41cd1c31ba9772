#include "mesh/flesh/schedule.hpp"

#include <algorithm>
#include <optional>

#include "mesh/flesh/words.hpp"

namespace isthmus::mesh {

namespace {

/// Which of the routines has to be before which.
class Order {
 public:
  explicit Order(std::size_t count) : count_(count), before_(count * count, false) {}

  std::size_t count() const { return count_; }
  bool has(std::size_t one, std::size_t other) const { return before_[one * count_ + other]; }
  void add(std::size_t one, std::size_t other) { before_[one * count_ + other] = true; }

  /// With all that follows: who is before one who is before.
  Order closed() const {
    Order all = *this;
    for (std::size_t via = 0; via < count_; ++via) {
      for (std::size_t one = 0; one < count_; ++one) {
        if (!all.has(one, via)) continue;
        for (std::size_t other = 0; other < count_; ++other) {
          if (all.has(via, other)) all.add(one, other);
        }
      }
    }
    return all;
  }

  /// Some circle, each before the next and the last before the first; empty where there is none.
  std::vector<std::size_t> circle() const {
    for (std::size_t start = 0; start < count_; ++start) {
      std::vector<std::size_t> reached{start};
      std::vector<std::size_t> from(count_, count_);
      for (std::size_t at = 0; at < reached.size(); ++at) {
        if (has(reached[at], start)) return way_to(reached[at], start, from);
        for (std::size_t next = 0; next < count_; ++next) {
          if (!has(reached[at], next) || from[next] != count_) continue;
          from[next] = reached[at];
          reached.push_back(next);
        }
      }
    }
    return {};
  }

 private:
  static std::vector<std::size_t> way_to(std::size_t end, std::size_t start,
                                         const std::vector<std::size_t>& from) {
    std::vector<std::size_t> way{end};
    while (way.back() != start) way.push_back(from[way.back()]);
    std::ranges::reverse(way);
    return way;
  }

  std::size_t count_;
  std::vector<bool> before_;
};

bool reads(const RoutineDeclaration& routine, GridFunctionId id) {
  return std::ranges::any_of(routine.reads, [&](const auto& read) { return read.function == id; });
}
bool writes(const RoutineDeclaration& routine, GridFunctionId id) {
  return std::ranges::find(routine.writes, id) != routine.writes.end();
}

class Scheduler {
 public:
  Scheduler(const std::deque<Thorn>& thorns, const std::vector<const Thorn*>& active,
            const FunctionTable& functions, Bin bin, std::vector<Error>& mistakes)
      : thorns_(thorns), functions_(functions), bin_(bin), mistakes_(mistakes) {
    for (const Thorn* thorn : active) {
      for (const RoutineDeclaration& routine : thorn->routines()) {
        if (routine.bin == bin) routines_.push_back({thorn, &routine});
      }
    }
  }

  std::vector<Scheduled> ordered() {
    Order said = what_they_say();
    if (note_circle(said)) return routines_;
    Order order = said;
    const Order known = said.closed();
    for (std::size_t one = 0; one < routines_.size(); ++one) {
      for (std::size_t other = 0; other < routines_.size(); ++other) {
        if (one != other && !known.has(other, one) && feeds(one, other)) order.add(one, other);
      }
    }
    if (note_circle(order)) return routines_;
    note_writers(order.closed());
    return sorted(order);
  }

 private:
  void note(std::string what, std::string expected = {}) {
    mistakes_.push_back({ErrorCode::bad_input, std::move(what), {}, std::move(expected)});
  }

  /// Whether the one writes what the other reads or reduces, or reduces what the other uses; one
  /// who changes what is there comes behind one who only writes.
  bool feeds(std::size_t one, std::size_t other) const {
    const RoutineDeclaration& first = *routines_[one].routine;
    const RoutineDeclaration& second = *routines_[other].routine;
    for (const ReductionId id : first.reduced) {
      if (std::ranges::find(second.used, id) != second.used.end() &&
          std::ranges::find(second.reduced, id) == second.reduced.end()) {
        return true;
      }
    }
    for (const ReductionId id : second.reduced) {
      if (writes(first, functions_[id].declaration->function)) return true;
    }
    return std::ranges::any_of(first.writes, [&](GridFunctionId id) {
      return reads(second, id) && (!writes(second, id) || !reads(first, id));
    });
  }

  Order what_they_say() {
    Order order(routines_.size());
    for (std::size_t i = 0; i < routines_.size(); ++i) {
      for (const std::string& other : routines_[i].routine->before) {
        if (const auto at = find(i, other, "before")) order.add(i, *at);
      }
      for (const std::string& other : routines_[i].routine->after) {
        if (const auto at = find(i, other, "after")) order.add(*at, i);
      }
    }
    return order;
  }

  /// The routine that another calls so. Thorns that are not there, or are not active, may be named.
  std::optional<std::size_t> find(std::size_t from, const std::string& name,
                                  const std::string& word) {
    const std::size_t colons = name.find("::");
    const std::string thorn_name =
        colons == name.npos ? routines_[from].thorn->name() : name.substr(0, colons);
    const std::string routine_name = colons == name.npos ? name : name.substr(colons + 2);
    const std::string full = thorn_name + "::" + routine_name;
    const auto same = [&](const Scheduled& one) { return one.name() == full; };
    const auto found = std::ranges::find_if(routines_, same);
    if (found != routines_.end()) return static_cast<std::size_t>(found - routines_.begin());

    const std::string begin = routines_[from].name() + " is " + word + " " + in_quotes(name);
    const auto thorn = std::ranges::find(thorns_, thorn_name, &Thorn::name);
    if (thorn == thorns_.end()) {
      std::vector<std::string> names;
      for (const Thorn& one : thorns_) names.push_back(one.name());
      const std::string near = nearest(names, thorn_name);
      if (!near.empty()) note(begin + ", and there is no such thorn", "perhaps '" + near + "'");
      return {};
    }
    const auto routine =
        std::ranges::find(thorn->routines(), routine_name, &RoutineDeclaration::name);
    if (routine == thorn->routines().end()) {
      std::vector<std::string> names;
      for (const RoutineDeclaration& one : thorn->routines()) names.push_back(one.name);
      note(begin + ", and there is no such routine",
           names.empty() ? "no such word" : one_of(names, routine_name));
    } else if (routine->bin != bin_) {
      note(begin + ", which is of " + bin_name(routine->bin) + " and not of " + bin_name(bin_),
           "a routine of the same bin");
    }
    return {};
  }

  bool note_circle(const Order& order) {
    const std::vector<std::size_t> circle = order.circle();
    if (circle.empty()) return false;
    std::string text;
    for (const std::size_t i : circle) text += routines_[i].name() + " before ";
    note("a circle in " + bin_name(bin_) + ": " + text + routines_[circle.front()].name(),
         "an order; before and after, in a routine, go before what it reads and writes");
    return true;
  }

  void note_writers(const Order& order) {
    for (std::size_t one = 0; one < routines_.size(); ++one) {
      for (std::size_t other = one + 1; other < routines_.size(); ++other) {
        if (order.has(one, other) || order.has(other, one)) continue;
        for (const GridFunctionId id : routines_[one].routine->writes) {
          if (!writes(*routines_[other].routine, id) || !functions_.has(id)) continue;
          note(routines_[one].name() + " and " + routines_[other].name() + " both write " +
                   functions_.name(id) + " in " + bin_name(bin_),
               "one to be before or after the other");
          break;
        }
        for (const ReductionId id : routines_[one].routine->reduced) {
          if (std::ranges::find(routines_[other].routine->reduced, id) ==
              routines_[other].routine->reduced.end()) {
            continue;
          }
          note(routines_[one].name() + " and " + routines_[other].name() + " both reduce " +
                   functions_[id].name() + " in " + bin_name(bin_),
               "one to be before or after the other");
          break;
        }
      }
    }
  }

  std::vector<Scheduled> sorted(const Order& order) const {
    std::vector<Scheduled> result;
    std::vector<bool> is_done(routines_.size(), false);
    while (result.size() < routines_.size()) {
      for (std::size_t i = 0; i < routines_.size(); ++i) {
        bool is_next = !is_done[i];
        for (std::size_t other = 0; other < routines_.size(); ++other) {
          if (!is_done[other] && order.has(other, i)) is_next = false;
        }
        if (!is_next) continue;
        is_done[i] = true;
        result.push_back(routines_[i]);
        break;
      }
    }
    return result;
  }

  const std::deque<Thorn>& thorns_;
  const FunctionTable& functions_;
  Bin bin_;
  std::vector<Error>& mistakes_;
  std::vector<Scheduled> routines_;
};

}  // namespace

std::vector<Scheduled> schedule(const std::deque<Thorn>& thorns,
                                const std::vector<const Thorn*>& active,
                                const FunctionTable& functions, Bin bin,
                                std::vector<Error>& mistakes) {
  return Scheduler(thorns, active, functions, bin, mistakes).ordered();
}

std::string bin_name(Bin bin) {
  switch (bin) {
    case Bin::initial:
      return "initial";
    case Bin::before_step:
      return "before_step";
    case Bin::step:
      return "step";
    case Bin::right_side:
      return "right_side";
    case Bin::after_substep:
      return "after_substep";
    case Bin::after_step:
      return "after_step";
    case Bin::analysis:
      return "analysis";
  }
  return "?";
}

}  // namespace isthmus::mesh
