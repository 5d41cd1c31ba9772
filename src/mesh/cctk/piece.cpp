#include "mesh/cctk/piece.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "mesh/cctk/parameters.hpp"
#include "mesh/cctk/piece_grid.hpp"
#include "mesh/cctk/state.hpp"

namespace isthmus::cctk {

thread_local Call* current_call = nullptr;

namespace {

constexpr int calls_watched = 4;  // of a routine, for variables that it should leave alone

/// Of a thread: its memory is used again.
struct Workshop {
  Grid grid;
  std::vector<double> memory;
};

Workshop& workshop() {
  static thread_local std::unique_ptr<Workshop> the;
  if (the == nullptr) the = std::make_unique<Workshop>();
  return *the;
}

/// Where arrays of fewer dimensions begin: in the middle of those that they lack.
std::size_t begin_of(int dimension, const Region& local) {
  const auto ghosts = static_cast<std::size_t>(ghost_size());
  const auto row = static_cast<std::size_t>(local.extent(0));
  const auto plane = row * static_cast<std::size_t>(local.extent(1));
  if (dimension == 2) return ghosts * plane;
  if (dimension == 1) return ghosts * plane + ghosts * row;
  return 0;
}

void fill_coordinate(int dimension, const Layout& to, const isthmus_mesh_patch* patch,
                     double* values) {
  const auto along = [&](int d, int index) { return patch->origin[d] + index * patch->spacing[d]; };
  const Region& region = to.region;
  for (int k = region.low[2]; k < region.high[2]; ++k) {
    for (int j = region.low[1]; j < region.high[1]; ++j) {
      for (int i = region.low[0]; i < region.high[0]; ++i) {
        const double x = along(0, i);
        const double y = along(1, j);
        const double z = along(2, k);
        const double all[] = {x, y, z};
        values[to.at(i, j, k)] =
            dimension < dimension_count ? all[dimension] : std::sqrt(x * x + y * y + z * z);
      }
    }
  }
}

bool holds_first_point(const isthmus_mesh_patch* patch) {
  for (int d = 0; d < dimension_count; ++d) {
    if (patch->low[d] > 0 || patch->high[d] < 0) return false;
  }
  return true;
}

void set_time(Grid& grid, const Item& item, const isthmus_mesh_patch* patch) {
  // Levels have gone on when a step's routines are called, and the time with them.
  const bool is_step = item.bin == Bin::step;
  const bool is_in_step = is_step || item.bin == Bin::right_side || item.bin == Bin::after_substep;
  grid.at(static_cast<int>(patch->step) + (is_in_step ? 1 : 0),
          is_step ? patch->time + patch->step_size : patch->time, patch->step_size);
}

const Variable& variable_of(const Access& access) {
  return library.variables[static_cast<std::size_t>(access.variable)];
}

/// In units of a double, which is no smaller than an integer of a thorn.
std::size_t room_for(const Access& access, const Region& local) {
  const Variable& variable = variable_of(access);
  if (variable.elements > 0) return static_cast<std::size_t>(variable.parts());
  return local.points() * (variable.is_complex ? 2 : 1);
}

/// Of a routine's own values: where it has that part of a point.
std::size_t slot_of(const Variable& variable, std::size_t point, int part) {
  const auto at = static_cast<std::size_t>(part);
  if (variable.elements > 0) return at;
  return variable.is_complex ? 2 * point + at : point;
}
/// Whether its rows are those of the grid.
bool is_plain(const Variable& variable) {
  return variable.elements == 0 && !variable.is_integer && !variable.is_complex;
}

/// A routine's own values of a variable, from where its memory begins. Integers are kept on the
/// grid as what they are; one that no double has become yet is 0.
void* place_in(double* memory, const Variable& variable, std::size_t at) {
  const std::size_t size = variable.is_integer   ? sizeof(CCTK_INT)
                           : variable.is_complex ? 2 * sizeof(double)
                                                 : sizeof(double);
  return reinterpret_cast<char*>(memory) + at * size;
}
double value_in(const double* memory, const Variable& variable, std::size_t at) {
  if (!variable.is_integer) return memory[at];
  CCTK_INT value = 0;
  std::memcpy(&value, reinterpret_cast<const char*>(memory) + at * sizeof value, sizeof value);
  return value;
}
void put_value(double* memory, const Variable& variable, std::size_t at, double value) {
  if (!variable.is_integer) {
    memory[at] = value;
    return;
  }
  const bool is_there = value >= std::numeric_limits<CCTK_INT>::min() &&
                        value <= std::numeric_limits<CCTK_INT>::max();
  const CCTK_INT whole = is_there ? static_cast<CCTK_INT>(value) : 0;
  std::memcpy(reinterpret_cast<char*>(memory) + at * sizeof whole, &whole, sizeof whole);
}

/// One call of a routine for a patch.
class Work {
 public:
  Work(const Item& item, const isthmus_mesh_patch* patch)
      : item_(item),
        patch_(patch),
        box_(region_of(patch->low, patch->high)),
        storage_{region_of(patch->first, patch->last)} {
    // With ghosts, but not beyond what is a grid to Cactus.
    for (std::size_t d = 0; d < dimension_count; ++d) {
      local_.region.low[d] = std::max(box_.low[d] - ghost_size(), -ghost_size());
      local_.region.high[d] = std::min(box_.high[d] + ghost_size(), patch->whole[d] + ghost_size());
    }
  }

  /// Of the level of now.
  void restore(Workshop& shop, int variable) const {
    double* to = shop.memory.data();
    for (const Access& access : item_.accesses) {
      if (access.variable == variable && access.level == 0) bring(access, to);
      to += room_for(access, local_.region);
    }
  }

  void copy_in(Workshop& shop) {
    std::size_t all = 0;
    for (const Access& access : item_.accesses) all += room_for(access, local_.region);
    shop.memory.resize(all);
    double* to = shop.memory.data();
    for (const Access& access : item_.accesses) {
      const Variable& variable = variable_of(access);
      const int dimension = library.groups[static_cast<std::size_t>(variable.group)].dimension;
      const std::size_t begin = variable.elements > 0 ? 0 : begin_of(dimension, local_.region);
      shop.grid.set(access.variable, access.level, place_in(to, variable, begin));
      if (variable.is_coordinate) {
        fill_coordinate(variable.dimension, local_, patch_, to);
      } else {
        bring(access, to);
      }
      to += room_for(access, local_.region);
    }
    shop.grid.place(local_.region, patch_->whole, patch_->origin, patch_->spacing);
    set_time(shop.grid, item_, patch_);
  }

  void copy_out(const Workshop& shop) const {
    const double* from = shop.memory.data();
    for (const Access& access : item_.accesses) {
      const Variable& variable = variable_of(access);
      for (int part = 0; access.is_written && part < variable.parts(); ++part) {
        for_values(
            [&, to = values(access, part)](std::size_t source, std::size_t sink, std::size_t n) {
              if (is_plain(variable)) {
                std::memcpy(to + sink, from + source, n * sizeof(double));
                return;
              }
              for (std::size_t i = 0; i < n; ++i) {
                to[sink + i] = value_in(from, variable, slot_of(variable, source + i, part));
              }
            });
      }
      from += room_for(access, local_.region);
    }
  }

  /// Of the level of now.
  bool has_changed(const Workshop& shop, int variable) const {
    bool is_changed = false;
    const double* now = shop.memory.data();
    for (const Access& access : item_.accesses) {
      if (access.variable == variable && access.level == 0) is_changed = differs(access, now);
      now += room_for(access, local_.region);
    }
    return is_changed;
  }

  /// Reading the thorn's text may have been too little.
  void check_left_alone(const Workshop& shop) const {
    const double* now = shop.memory.data();
    for (const Access& access : item_.accesses) {
      const Variable& variable = variable_of(access);
      if (!access.is_written && !variable.is_coordinate && differs(access, now)) {
        throw std::runtime_error(
            std::string(item_.where) + ": " + item_.name + " writes " + variable.name +
            ", which is not seen in its text (expected WRITES in its schedule)");
      }
      now += room_for(access, local_.region);
    }
  }

 private:
  void bring(const Access& access, double* to) const {
    const Variable& variable = variable_of(access);
    if (variable.elements > 0) {
      for (int part = 0; part < variable.parts(); ++part) {
        put_value(to, variable, slot_of(variable, 0, part), values(access, part)[somewhere()]);
      }
      return;
    }
    const Region& wanted = access.has_neighbours ? local_.region : box_;
    for (int part = 0; part < variable.parts(); ++part) {
      for_rows(
          wanted.common(storage_.region), storage_, local_,
          [&, from = values(access, part)](std::size_t source, std::size_t sink, std::size_t n) {
            if (is_plain(variable)) {
              std::memcpy(to + sink, from + source, n * sizeof(double));
              return;
            }
            for (std::size_t i = 0; i < n; ++i) {
              put_value(to, variable, slot_of(variable, sink + i, part), from[source + i]);
            }
          });
    }
  }

  /// Calls `what(local, stored, count)` for rows of the points that the routine computes.
  template <class What>
  void for_values(What&& what) const {
    for_rows(box_.common(storage_.region), local_, storage_, std::forward<What>(what));
  }

  /// Whether the routine has changed any of the points that it computes.
  bool differs(const Access& access, const double* now) const {
    const Variable& variable = variable_of(access);
    bool is_changed = false;
    for (int part = 0; part < variable.parts(); ++part) {
      for_values([&, was = values(access, part)](std::size_t one, std::size_t other,
                                                 std::size_t n) {
        if (is_plain(variable)) {
          is_changed = is_changed || std::memcmp(now + one, was + other, n * sizeof(double)) != 0;
          return;
        }
        for (std::size_t i = 0; i < n; ++i) {
          const double value = value_in(now, variable, slot_of(variable, one + i, part));
          is_changed = is_changed || std::memcmp(&value, was + other + i, sizeof value) != 0;
        }
      });
    }
    return is_changed;
  }

  /// A point of the grid that the routine computes, in storage; where it computes ghosts of
  /// boundaries alone, the nearest one.
  std::size_t somewhere() const {
    int at[dimension_count];
    for (std::size_t d = 0; d < dimension_count; ++d) {
      at[d] = std::clamp(box_.low[d], 0, patch_->whole[d] - 1);
    }
    return storage_.at(at[0], at[1], at[2]);
  }

  double* values(const Access& access, int part) const {
    return isthmus_mesh_values(patch_, function_of(access.variable, access.level, part));
  }

  const Item& item_;
  const isthmus_mesh_patch* patch_;
  Region box_;
  Layout storage_;
  Layout local_;
};

/// The present call of the thread, for as long as it lasts.
class Present {
 public:
  explicit Present(Call& call) : before_(current_call) { current_call = &call; }
  ~Present() { current_call = before_; }
  Present(const Present&) = delete;
  Present& operator=(const Present&) = delete;

 private:
  Call* before_;
};

std::atomic<int>& calls_of(int item) {
  static std::vector<std::atomic<int>> counts(library.items.size());
  return counts[static_cast<std::size_t>(item)];
}

void run(int number, const isthmus_mesh_patch* patch, bool is_behind_solve) {
  const Item& item = library.items[static_cast<std::size_t>(number)];
  Call call{&item, holds_first_point(patch), false, patch};
  // What uses no variable is for once in a step.
  if (item.accesses.empty() && !call.tells) return;
  std::shared_lock guard(parameters_lock());
  while (!has_parameters_of(patch)) {
    guard.unlock();
    {
      const std::scoped_lock alone(parameters_lock());
      load_parameters_of(patch);
    }
    guard.lock();
  }
  Workshop& shop = workshop();
  Work work(item, patch);
  call.is_behind_solve = is_behind_solve;
  // What it has told up to the equation is not told again.
  call.restore = [&, tells = call.tells](int variable) {
    call.tells = tells;
    work.restore(shop, variable);
  };
  if (is_behind_solve) call.tells = false;
  call.has_changed = [&](int variable) { return work.has_changed(shop, variable); };
  const auto hand_over = [&] {
    if (calls_of(number).load(std::memory_order_relaxed) < calls_watched) {
      calls_of(number).fetch_add(1, std::memory_order_relaxed);
      work.check_left_alone(shop);
    }
    work.copy_out(shop);
  };
  call.keep = [&] {
    hand_over();
    call.is_in_vain = true;
    call.tells = false;
  };
  const Present present(call);
  work.copy_in(shop);
  try {
    item.call(shop.grid.gh());
  } catch (const std::exception&) {
    // What goes wrong behind an equation that is not solved yet may go well when it is.
    if (!call.is_in_vain) throw;
  }
  if (!call.is_in_vain) hand_over();
  shop.grid.clear(item.accesses);
}

}  // namespace

void run(int number, const isthmus_mesh_patch* patch) { run(number, patch, false); }
void run_again(int number, const isthmus_mesh_patch* patch) { run(number, patch, true); }

void call_to_settle(const Item& item) {
  Call call{&item, false, true};
  Workshop& shop = workshop();
  Region local;
  local.low.fill(-ghost_size());
  local.high.fill(ghost_size() + 1);
  std::size_t all = 0;
  for (const Access& access : item.accesses) all += room_for(access, local);
  shop.memory.assign(all, 0.0);
  double* values = shop.memory.data();
  for (const Access& access : item.accesses) {
    shop.grid.set(access.variable, access.level, values);
    values += room_for(access, local);
  }
  const int whole[] = {1, 1, 1};
  const double origin[] = {0, 0, 0};
  const double spacing[] = {1, 1, 1};
  shop.grid.place(local, whole, origin, spacing);
  shop.grid.at(0, 0, 1);
  const Present present(call);
  item.call(shop.grid.gh());
  shop.grid.clear(item.accesses);
}

}  // namespace isthmus::cctk
