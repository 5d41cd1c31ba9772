#include "mesh/cctk/piece.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "mesh/cctk/parameters.hpp"
#include "mesh/cctk/state.hpp"

namespace isthmus::cctk {

thread_local Call* current_call = nullptr;

namespace {

constexpr int calls_watched = 4;  // of a routine, for variables that it should leave alone

/// Points with low <= point < high.
struct Region {
  std::array<int, dimension_count> low{};
  std::array<int, dimension_count> high{};

  int extent(int d) const {
    return high[static_cast<std::size_t>(d)] - low[static_cast<std::size_t>(d)];
  }
  std::size_t points() const {
    return static_cast<std::size_t>(extent(0)) * static_cast<std::size_t>(extent(1)) *
           static_cast<std::size_t>(extent(2));
  }
  Region common(const Region& other) const {
    Region region;
    for (std::size_t d = 0; d < dimension_count; ++d) {
      region.low[d] = std::max(low[d], other.low[d]);
      region.high[d] = std::max(region.low[d], std::min(high[d], other.high[d]));
    }
    return region;
  }
};

Region region_of(const int* low, const int* high) {
  Region region;
  for (std::size_t d = 0; d < dimension_count; ++d) {
    region.low[d] = low[d];
    region.high[d] = high[d] + 1;
  }
  return region;
}

/// Of arrays over a region.
struct Layout {
  Region region;

  std::size_t at(int i, int j, int k) const {
    const auto row = static_cast<std::size_t>(region.extent(0));
    return static_cast<std::size_t>(i - region.low[0]) +
           row * (static_cast<std::size_t>(j - region.low[1]) +
                  static_cast<std::size_t>(region.extent(1)) *
                      static_cast<std::size_t>(k - region.low[2]));
  }
};

/// Calls `row(from, to, count)` for the rows of `what` in both layouts.
template <class Row>
void for_rows(const Region& what, const Layout& one, const Layout& other, Row&& row) {
  const auto count = static_cast<std::size_t>(what.extent(0));
  if (count == 0) return;
  for (int k = what.low[2]; k < what.high[2]; ++k) {
    for (int j = what.low[1]; j < what.high[1]; ++j) {
      row(one.at(what.low[0], j, k), other.at(what.low[0], j, k), count);
    }
  }
}

/// The grid's part of a cGH, and its arrays.
class Grid {
 public:
  Grid() {
    gh_.cctk_dim = dimension_count;
    gh_.cctk_gsh = gsh_.data();
    gh_.cctk_lsh = lsh_.data();
    gh_.cctk_ash = ash_.data();
    gh_.cctk_lbnd = lbnd_.data();
    gh_.cctk_ubnd = ubnd_.data();
    gh_.cctk_from = from_.data();
    gh_.cctk_to = to_.data();
    gh_.cctk_tile_min = from_.data();
    gh_.cctk_tile_max = to_.data();
    gh_.cctk_bbox = bbox_.data();
    gh_.cctk_nghostzones = ghosts_.data();
    gh_.cctk_levfac = ones_.data();
    gh_.cctk_levoff = zeros_.data();
    gh_.cctk_levoffdenom = ones_.data();
    gh_.cctk_timefac = 1;
    gh_.cctk_convfac = 2;
    gh_.cctk_delta_space = spacing_.data();
    gh_.cctk_origin_space = origin_.data();
    levels_.resize(library.variables.size());
    pointers_.resize(library.variables.size());
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      levels_[i].assign(static_cast<std::size_t>(library.variables[i].levels), nullptr);
      pointers_[i] = levels_[i].data();
    }
    gh_.data = pointers_.data();
  }

  /// `whole` are the points of the mesh; boundaries are those of a grid of Cactus.
  void place(const Region& local, const int* whole, const double* origin, const double* spacing) {
    const int ghosts = ghost_size();
    for (std::size_t d = 0; d < dimension_count; ++d) {
      gsh_[d] = whole[d] + 2 * ghosts;
      lsh_[d] = ash_[d] = to_[d] = local.extent(static_cast<int>(d));
      lbnd_[d] = local.low[d] + ghosts;
      ubnd_[d] = lbnd_[d] + lsh_[d] - 1;
      bbox_[2 * d] = lbnd_[d] == 0 ? 1 : 0;
      bbox_[2 * d + 1] = ubnd_[d] == gsh_[d] - 1 ? 1 : 0;
      ghosts_[d] = ghosts;
      spacing_[d] = spacing[d];
      origin_[d] = origin[d] - ghosts * spacing[d];
    }
  }
  void at(int iteration, double time, double step_size) {
    gh_.cctk_iteration = iteration;
    gh_.cctk_time = time;
    gh_.cctk_delta_time = step_size;
  }
  void set(int variable, int level, double* values) {
    levels_[static_cast<std::size_t>(variable)][static_cast<std::size_t>(level)] = values;
  }
  void clear(std::span<const Access> accesses) {
    for (const Access& access : accesses) set(access.variable, access.level, nullptr);
  }
  const cGH* gh() const { return &gh_; }

 private:
  using Numbers = std::array<int, dimension_count>;
  cGH gh_{};
  Numbers gsh_{}, lsh_{}, ash_{}, lbnd_{}, ubnd_{}, from_{}, to_{}, ghosts_{}, zeros_{};
  Numbers ones_{1, 1, 1};
  std::array<int, 2 * dimension_count> bbox_{};
  std::array<double, dimension_count> spacing_{}, origin_{};
  std::vector<std::vector<void*>> levels_;
  std::vector<void**> pointers_;
};

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

  void copy_in(Workshop& shop) {
    const std::size_t points = local_.region.points();
    shop.memory.resize(points * item_.accesses.size());
    double* to = shop.memory.data();
    for (const Access& access : item_.accesses) {
      const Variable& variable = library.variables[static_cast<std::size_t>(access.variable)];
      const int dimension = library.groups[static_cast<std::size_t>(variable.group)].dimension;
      shop.grid.set(access.variable, access.level, to + begin_of(dimension, local_.region));
      if (variable.is_coordinate) {
        fill_coordinate(variable.dimension, local_, patch_, to);
      } else {
        const Region& wanted = access.has_neighbours ? local_.region : box_;
        for_rows(wanted.common(storage_.region), storage_, local_,
                 [&, from = values(access)](std::size_t source, std::size_t sink, std::size_t n) {
                   std::memcpy(to + sink, from + source, n * sizeof(double));
                 });
      }
      to += points;
    }
    shop.grid.place(local_.region, patch_->whole, patch_->origin, patch_->spacing);
    set_time(shop.grid, item_, patch_);
  }

  void copy_out(const Workshop& shop) const {
    const double* from = shop.memory.data();
    for (const Access& access : item_.accesses) {
      if (access.is_written) {
        for_rows(box_.common(storage_.region), local_, storage_,
                 [&, to = values(access)](std::size_t source, std::size_t sink, std::size_t n) {
                   std::memcpy(to + sink, from + source, n * sizeof(double));
                 });
      }
      from += local_.region.points();
    }
  }

  /// Of the level of now.
  bool has_changed(const Workshop& shop, int variable) const {
    bool is_changed = false;
    const double* now = shop.memory.data();
    for (const Access& access : item_.accesses) {
      if (access.variable == variable && access.level == 0) {
        for_rows(box_.common(storage_.region), local_, storage_,
                 [&, was = values(access)](std::size_t one, std::size_t other, std::size_t n) {
                   is_changed =
                       is_changed || std::memcmp(now + one, was + other, n * sizeof(double)) != 0;
                 });
      }
      now += local_.region.points();
    }
    return is_changed;
  }

  /// Reading the thorn's text may have been too little.
  void check_left_alone(const Workshop& shop) const {
    const double* now = shop.memory.data();
    for (const Access& access : item_.accesses) {
      const Variable& variable = library.variables[static_cast<std::size_t>(access.variable)];
      if (!access.is_written && !variable.is_coordinate) {
        for_rows(box_.common(storage_.region), local_, storage_,
                 [&, was = values(access)](std::size_t one, std::size_t other, std::size_t n) {
                   if (std::memcmp(now + one, was + other, n * sizeof(double)) == 0) return;
                   throw std::runtime_error(
                       std::string(item_.where) + ": " + item_.name + " writes " + variable.name +
                       ", which is not seen in its text (expected WRITES in its schedule)");
                 });
      }
      now += local_.region.points();
    }
  }

 private:
  double* values(const Access& access) const {
    return isthmus_mesh_values(patch_, function_of(access.variable, access.level));
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

}  // namespace

void run(int number, const isthmus_mesh_patch* patch) {
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
  call.has_changed = [&](int variable) { return work.has_changed(shop, variable); };
  const Present present(call);
  work.copy_in(shop);
  item.call(shop.grid.gh());
  if (calls_of(number).load(std::memory_order_relaxed) < calls_watched) {
    calls_of(number).fetch_add(1, std::memory_order_relaxed);
    work.check_left_alone(shop);
  }
  work.copy_out(shop);
  shop.grid.clear(item.accesses);
}

void call_to_settle(const Item& item) {
  Call call{&item, false, true};
  Workshop& shop = workshop();
  const int side = 2 * ghost_size() + 1;
  Region local;
  local.low.fill(-ghost_size());
  local.high.fill(ghost_size() + 1);
  const auto points = static_cast<std::size_t>(side) * static_cast<std::size_t>(side) *
                      static_cast<std::size_t>(side);
  shop.memory.assign(points * item.accesses.size(), 0.0);
  double* values = shop.memory.data();
  for (const Access& access : item.accesses) {
    shop.grid.set(access.variable, access.level, values);
    values += points;
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
