#include "mesh/output/mesh_output.hpp"

#include <utility>

#include "mesh/output/level_slices.hpp"

namespace isthmus::mesh {

namespace {

/// What blocks have to know.
struct OutputHandle {
  OutputPlan plan;
  GroupProxy<Scribe> scribes;
};

/// For set_block_visitor; what is due follows from the step.
void hand_over(const Block& block, std::int64_t) {
  const auto& [plan, scribes] = readonly<OutputHandle>();
  std::int64_t step = block.steps_done();
  for (std::int32_t level = 0; level < block.level(); ++level) step /= substeps;
  const Moment moment{.step = step, .time = block.time()};
  const OutputOrder order = plan.order_at(moment);
  Scribe& scribe = *scribes.local();
  const Subgrid& grid = block.subgrid();
  const Fields& fields = grid.fields();
  if (order.has_fields) {
    for (std::size_t i = 0; i < plan.fields.size(); ++i) {
      if (plan.setup.fields[i].level != block.level()) continue;
      const std::int32_t imaginary = plan.imaginary[i];
      scribe.take_field(moment, static_cast<std::int32_t>(i), grid.box(),
                        fields.values(plan.fields[i]), fields.storage(),
                        imaginary < 0 ? nullptr : fields.values(imaginary));
    }
  }
  // Those of levels are gathered by the main program, which knows where the grid is finer.
  if (plan.setup.has_levels) return;
  for (const std::int32_t slice : order.slices) {
    scribe.take_slice(moment, slice, grid.box(),
                      fields.values(plan.slices[static_cast<std::size_t>(slice)]),
                      fields.storage());
  }
}

}  // namespace

void prepare_output() { set_block_visitor(hand_over); }

void MeshOutput::begin(OutputPlan plan, std::int64_t last_step) {
  plan_ = std::move(plan);
  plan_.setup.writes_at_once = job_->in_virtual_time();
  put_out_ = plan_.keep_up_to(last_step);
  books_pe_ = this_pe();
  if (plan_.is_empty()) return;
  books_.emplace(plan_.setup);
  or_bad_input(books_->begin());
  if (!plan_.norms.empty()) {
    norms_ = plan_.norm_table();
    or_bad_input(norms_->begin(plan_.setup.last_step));
  }
  scribes_ = job_->create_group<Scribe>(plan_.setup, books_pe_);
  job_->set_readonly(OutputHandle{plan_, scribes_});
}

/// Blocks hand over behind the steps, so it is those of the steps before.
void MeshOutput::show_planes() {
  Scribe* const scribe = plan_.is_empty() ? nullptr : scribes_.local();
  if (scribe == nullptr) return;
  for (const auto& [slice, plane] : scribe->take_planes()) {
    const Slice& shown = plan_.setup.slices[static_cast<std::size_t>(slice)];
    job_->picture(shown.title(), plane.columns, plane.values);
  }
}

Task<void> MeshOutput::put_out(Mesh& mesh) {
  show_planes();
  const std::int64_t step = mesh.steps_done();
  if (!is_due(step)) co_return;
  put_out_ = step;
  if (!mesh.plan().analysis.empty()) co_await mesh.analyse();
  Moment moment{.step = step, .time = mesh.time()};
  moment.step_size = mesh.setup().step_size;
  const OutputOrder order = plan_.order_at(moment);
  if (order.has_fields || !order.slices.empty()) {
    co_await mesh.visit(step);
    co_await complete(order);
  }
  if (!plan_.has_norms_at(step)) co_return;
  std::vector<double> line;
  for (const OutputPlan::Told& told : plan_.norms) {
    std::vector<double> values;
    if (told.reduction >= 0) {
      values = co_await mesh.result(told.reduction);
    } else {
      const FieldFigures figures = co_await mesh.measure(told.field, told.imaginary);
      values = as_result(figures.reduced());
    }
    told.add_to(line, values);
  }
  put_out_norms(moment, std::move(line));
}

/// Once all blocks have handed over what the order asks for. Where PEs were lost or have left,
/// fewer write than the grid has.
Task<void> MeshOutput::complete(OutputOrder order) {
  if (writers_ == 0) {
    scribes_.all().send<&Scribe::count>();
    writers_ = co_await job_->reduction<std::int32_t>(scribe_count);
  }
  order.writers = writers_;
  scribes_.all().send<&Scribe::complete>(order);
  handed_over_ = order.moment.step;
}

void MeshOutput::put_out_norms(const Moment& moment, std::vector<double> line) {
  const std::vector<std::vector<double>> lines(1, std::move(line));
  if (const auto added = norms_->append(moment, lines); !added) {
    failures_.push_back(added.error().text());
  }
}

Task<void> MeshOutput::put_out(LevelMesh& mesh) {
  const std::int64_t step = mesh.steps_done();
  if (!is_due(step)) co_return;
  put_out_ = step;
  if (!mesh.course().plan().analysis.empty()) co_await mesh.analyse();
  Moment moment{.step = step, .time = mesh.time()};
  moment.step_size = mesh.setup().step_size;
  OutputOrder order = plan_.order_at(moment);
  const std::vector<std::int32_t> slices = std::exchange(order.slices, {});
  order.finer = finer_of(mesh.regions());
  if (order.has_fields) {
    co_await mesh.visit(step);
    co_await complete(order);
  }
  for (const std::int32_t slice : slices) co_await put_out_slice(mesh, moment, slice);
  if (!plan_.has_norms_at(step)) co_return;
  std::vector<double> line;
  for (const OutputPlan::Told& told : plan_.norms) {
    std::vector<double> values;
    if (told.reduction >= 0) {
      values = co_await mesh.result(told.reduction);
    } else {
      const FieldFigures figures = co_await mesh.measure_all(told.field, told.imaginary);
      values = as_result(figures.reduced());
    }
    told.add_to(line, values);
  }
  put_out_norms(moment, std::move(line));
}

Task<void> MeshOutput::put_out_slice(LevelMesh& mesh, const Moment& moment, std::int32_t slice) {
  const auto number = static_cast<std::size_t>(slice);
  const LevelFrame& frame = mesh.setup().tree.frame;
  const std::vector<Region>& regions = mesh.regions();
  const std::vector<LevelCut> cuts = cuts_of(plan_.setup.slices[number], frame, regions);
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    std::vector<double> values =
        co_await mesh.gather_part(cuts[i].region, plan_.slices[number], cuts[i].box);
    if (regions[static_cast<std::size_t>(cuts[i].region)].level == 0) {
      if (const auto plane = plane_of(cuts[i].box, values)) {
        job_->picture(plan_.setup.slices[number].title(), plane->columns, plane->values);
      }
    }
    const auto added =
        books_->add_lines(number, moment, lines_of(cuts, i, frame, regions, std::move(values)));
    if (!added) failures_.push_back(added.error().text());
  }
}

Task<std::vector<std::string>> MeshOutput::finish() {
  std::vector<std::string> failures = std::exchange(failures_, {});
  if (plan_.is_empty() || handed_over_ < 0) co_return failures;
  Future<std::vector<std::string>> settled("the output to be on the disk");
  scribes_[books_pe_].send<&Scribe::settle>(handed_over_, settled.callback());
  std::vector<std::string> others = co_await settled;
  show_planes();
  failures.insert(failures.end(), others.begin(), others.end());
  co_return failures;
}

}  // namespace isthmus::mesh
