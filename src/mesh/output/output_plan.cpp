#include "mesh/output/output_plan.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <utility>

namespace isthmus::mesh {

namespace {

bool falls_on(std::int64_t every, std::int64_t step) { return every > 0 && step % every == 0; }

/// The number of the field of that name, in the plan.
Expected<std::int32_t> number_of(const MeshFile& file, const Plan& plan, const std::string& name,
                                 int line) {
  const auto at = std::ranges::find(plan.fields, name, &Field::name);
  if (at == plan.fields.end()) {
    return fail(ErrorCode::bad_input, "no function '" + name + "' to put out", file.where(line));
  }
  return static_cast<std::int32_t>(at - plan.fields.begin());
}

/// A field, or the two that are the parts of a complex one.
struct Chosen {
  std::string name;
  std::int32_t field = -1;
  std::int32_t imaginary = -1;
};

Expected<Chosen> chosen(const MeshFile& file, const Plan& plan, const NamedAt& wanted) {
  const auto complex = std::ranges::find(plan.complex_fields, wanted.name, &ComplexField::name);
  if (complex != plan.complex_fields.end()) return Chosen{wanted.name, complex->re, complex->im};
  const auto number = number_of(file, plan, wanted.name, wanted.line);
  if (!number) return std::unexpected(number.error());
  return Chosen{wanted.name, *number, -1};
}

OutputField output_field(const Plan& plan, const Chosen& of, std::int32_t level = 0) {
  const auto field = [&](std::int32_t number) -> const Field& {
    return plan.fields[static_cast<std::size_t>(number)];
  };
  OutputField result{of.name, field(of.field).is_staggered, level, {}};
  if (of.imaginary >= 0) result.parts = {field(of.field).name, field(of.imaginary).name};
  return result;
}

/// What a complex field has of a reduction's values, in their order.
constexpr std::array complex_norms{"norm_1", "norm_2", "norm_max"};

/// That of the finest level that there may be.
std::int32_t finest_level(const RefinementSettings& refinement) {
  std::int32_t finest = refinement.criterion ? refinement.criterion->levels : 0;
  for (const LevelBox& box : refinement.boxes) finest = std::max(finest, box.level);
  return finest;
}

/// A slice with its place in some dimensions.
Expected<void> add_slice(const MeshFile& file, const Plan& plan, const std::string& function,
                         const std::array<std::optional<double>, dimension_count>& at,
                         std::int32_t order, std::int64_t every, int line, OutputPlan& result) {
  const auto number = number_of(file, plan, function, line);
  if (!number) return std::unexpected(number.error());
  Slice slice{output_field(plan, {function, *number, -1}), {}};
  for (std::size_t d = 0; d < dimension_count; ++d) {
    if (!at[d]) continue;
    auto place = place_at(result.setup.geometry, d, *at[d], slice.field.is_staggered, order);
    if (!place) {
      place.error().where = file.where(line);
      return std::unexpected(std::move(place.error()));
    }
    slice.at[d] = std::move(*place);
  }
  const auto has_its_file = [&](const Slice& other) {
    return other.file_name() == slice.file_name();
  };
  if (std::ranges::any_of(result.setup.slices, has_its_file)) {
    return fail(ErrorCode::bad_input, "two slices of the same points", file.where(line));
  }
  result.setup.slices.push_back(std::move(slice));
  result.slices.push_back(*number);
  result.slice_every.push_back(every);
  return {};
}

Expected<void> add_slices(const MeshFile& file, const Plan& plan, OutputPlan& result) {
  for (const SliceSettings& wish : file.output.slices) {
    std::array<std::optional<double>, dimension_count> at;
    at[wish.across] = wish.at;
    if (auto added =
            add_slice(file, plan, wish.function, at, wish.order, wish.every, wish.line, result);
        !added) {
      return added;
    }
  }
  for (const PointSettings& wish : file.output.points) {
    if (auto added = add_slice(file, plan, wish.function, {wish.at[0], wish.at[1], wish.at[2]},
                               wish.order, wish.every, wish.line, result);
        !added) {
      return added;
    }
  }
  return {};
}

}  // namespace

std::int64_t OutputPlan::keep_up_to(std::int64_t last_step) {
  setup.last_step = -1;
  if (last_step <= 0) return -1;
  // A step is there when its index is, which comes last; else what there may be of it is of a job
  // that came to its end before that.
  const bool has_index = std::filesystem::exists(
      setup.fields.empty() ? setup.folder : setup.folder + "/" + index_name(last_step));
  setup.last_step = has_index ? last_step : last_step - 1;
  return has_index ? last_step : -1;
}

OutputOrder OutputPlan::order_at(const Moment& moment) const {
  OutputOrder order{.moment = moment, .slices = {}, .finer = {}};
  order.has_fields = !fields.empty() && falls_on(every, moment.step);
  for (std::size_t i = 0; i < slices.size(); ++i) {
    if (falls_on(slice_every[i], moment.step)) order.slices.push_back(static_cast<std::int32_t>(i));
  }
  return order;
}

bool OutputPlan::has_norms_at(std::int64_t step) const {
  return !norms.empty() && falls_on(norms_every, step);
}

bool OutputPlan::is_due(std::int64_t step) const {
  const OutputOrder order = order_at({.step = step});
  return order.has_fields || !order.slices.empty() || has_norms_at(step);
}

std::int64_t OutputPlan::steps_to_next(std::int64_t step, std::int64_t limit) const {
  std::int64_t least = limit;
  const auto look_at = [&](std::int64_t interval) {
    if (interval > 0) least = std::min(least, interval - step % interval);
  };
  if (!fields.empty()) look_at(every);
  for (const std::int64_t interval : slice_every) look_at(interval);
  if (!norms.empty()) look_at(norms_every);
  return least;
}

void OutputPlan::Told::add_to(std::vector<double>& line, const std::vector<double>& values) const {
  const std::size_t count = imaginary >= 0 ? complex_norms.size() : values.size();
  line.insert(line.end(), values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count));
}

CsvTable OutputPlan::norm_table() const {
  std::vector<std::string> columns;
  for (std::size_t i = 0; i < norms.size(); ++i) {
    const std::string& name = norm_names[i];
    if (norms[i].imaginary >= 0) {
      for (const char* what : complex_norms) columns.push_back(name + " " + what);
      continue;
    }
    for (const char* what : {"norm_1", "norm_2", "norm_max", "least", "greatest", "sum"}) {
      columns.push_back(name + " " + what);
    }
  }
  return {setup.folder + "/" + norms_name, std::move(columns)};
}

Expected<OutputPlan> output_plan_of(const MeshFile& file, const Plan& plan,
                                    const Geometry& geometry) {
  const OutputSettings& wishes = file.output;
  OutputPlan result{
      .setup = {.folder = wishes.folder, .geometry = geometry, .fields = {}, .slices = {}},
      .every = wishes.every,
      .fields = {},
      .imaginary = {},
      .slices = {},
      .slice_every = {},
      .norms_every = wishes.norms_every,
      .norms = {},
      .norm_names = {}};
  if (wishes.every > 0) {
    std::vector<Chosen> functions;
    for (const NamedAt& function : wishes.functions) {
      auto one = chosen(file, plan, function);
      if (!one) return std::unexpected(one.error());
      functions.push_back(std::move(*one));
    }
    for (std::int32_t level = 0; level <= finest_level(file.refinement); ++level) {
      for (const Chosen& one : functions) {
        result.fields.push_back(one.field);
        result.imaginary.push_back(one.imaginary);
        result.setup.fields.push_back(output_field(plan, one, level));
      }
    }
  }
  result.setup.has_levels = file.refinement.is_on();
  if (const auto clash = clash_of_records(result.setup.fields)) {
    return fail(ErrorCode::bad_input, *clash + " would have the same name in files", file.file_name,
                "one of them in 'functions' of [output]");
  }
  if (auto added = add_slices(file, plan, result); !added) return forward_error(added);
  if (wishes.norms_every > 0) {
    for (const NamedAt& function : wishes.norms) {
      const auto reduction = std::ranges::find(plan.reductions, function.name, &Reduction::name);
      if (reduction != plan.reductions.end()) {
        const auto number = static_cast<std::int32_t>(reduction - plan.reductions.begin());
        result.norms.push_back({.reduction = number});
      } else {
        const auto one = chosen(file, plan, function);
        if (!one) return std::unexpected(one.error());
        result.norms.push_back({.field = one->field, .imaginary = one->imaginary});
      }
      result.norm_names.push_back(function.name);
    }
  }
  if (result.is_empty() && wishes.every > 0) {
    return fail(ErrorCode::bad_input, "'every' in [output], and nothing to put out", file.file_name,
                "'functions', 'norms', [[output.slice]] or [[output.point]]");
  }
  return result;
}

}  // namespace isthmus::mesh
