#include "mesh/output/serial_output.hpp"

#include <utility>

#include "mesh/output/level_slices.hpp"
#include "mesh/output/merge.hpp"
#include "mesh/refinement/level_figures.hpp"

namespace isthmus::mesh {

SerialOutput::SerialOutput(OutputPlan plan, std::int64_t last_step)
    : plan_(std::move(plan)),
      put_out_(plan_.keep_up_to(last_step)),
      books_(plan_.setup),
      writer_({plan_.setup.folder, 0, plan_.setup.fields}, {}) {
  if (plan_.is_empty()) return;
  or_bad_input(books_.begin());
  for (const Slice& slice : plan_.setup.slices) slices_.emplace_back(slice, plan_.setup.geometry);
  if (plan_.norms.empty()) return;
  norms_ = plan_.norm_table();
  or_bad_input(norms_->begin(plan_.setup.last_step));
}

void SerialOutput::note(const Expected<void>& outcome) {
  if (!outcome) failures_.push_back(outcome.error().text());
}

void SerialOutput::hand_over(const Moment& moment, std::int32_t level, const Box& box,
                             const Fields& fields) {
  for (std::size_t i = 0; i < plan_.fields.size(); ++i) {
    if (plan_.setup.fields[i].level != level) continue;
    const std::int32_t imaginary = plan_.imaginary[i];
    writer_.hand_over(moment, static_cast<std::int32_t>(i), box, fields.values(plan_.fields[i]),
                      fields.storage(), imaginary < 0 ? nullptr : fields.values(imaginary));
  }
}

void SerialOutput::write_fields(const SeriesStep& step) {
  writer_.complete(step.moment.step);
  const std::vector<PartRecord> parts = writer_.take_written();
  for (const PartRecord& part : parts) {
    if (!part.error.empty()) failures_.push_back(part.error);
  }
  note(books_.add_index(step, parts));
}

void SerialOutput::put_out(SerialMesh& mesh) {
  const Moment moment = mesh.moment();
  const std::int64_t step = moment.step;
  if (!is_due(step)) return;
  mesh.analyse();
  const Box& whole = mesh.geometry().whole;
  const Fields& fields = mesh.fields();
  const OutputOrder order = plan_.order_at(moment);
  if (order.has_fields) {
    hand_over(moment, 0, whole, fields);
    write_fields({moment, {}});
  }
  for (const std::int32_t slice : order.slices) {
    const auto number = static_cast<std::size_t>(slice);
    BlockValues piece{plan_.setup.slices[number].part_of(whole), {}};
    piece.values.resize(static_cast<std::size_t>(piece.box.point_count()));
    copy_common(fields.storage(), fields.values(plan_.slices[number]), piece.box,
                piece.values.data());
    note(books_.add_lines(number, moment, slices_[number].add(step, piece).value()));
  }
  if (!plan_.has_norms_at(step)) return;
  std::vector<double> line;
  for (const OutputPlan::Told& told : plan_.norms) {
    if (told.reduction >= 0) {
      told.add_to(line, mesh.results()[static_cast<std::size_t>(told.reduction)]);
      continue;
    }
    const FigureSource source = figure_source(fields, told.field, told.imaginary);
    told.add_to(line, as_result(FieldFigures(source, whole).reduced()));
  }
  note(norms_->append(moment, {line}));
}

void SerialOutput::put_out(SerialLevels& mesh) {
  const Moment moment = mesh.moment();
  if (!is_due(moment.step)) return;
  mesh.analyse();
  const std::vector<Region>& regions = mesh.regions();
  const OutputOrder order = plan_.order_at(moment);
  if (order.has_fields) {
    for (std::size_t i = 0; i < regions.size(); ++i) {
      hand_over(moment, regions[i].level, regions[i].box,
                mesh.fields(static_cast<std::int32_t>(i)));
    }
    write_fields({moment, finer_of(regions)});
  }
  for (const std::int32_t slice : order.slices) put_out_slice(mesh, moment, slice);
  if (!plan_.has_norms_at(moment.step)) return;
  std::vector<double> line;
  for (const OutputPlan::Told& told : plan_.norms) {
    if (told.reduction >= 0) {
      told.add_to(line, mesh.results()[static_cast<std::size_t>(told.reduction)]);
      continue;
    }
    FieldFigures all;
    for (std::size_t i = 0; i < regions.size(); ++i) {
      const auto region = static_cast<std::int32_t>(i);
      all.add(figures_of(mesh.frame(), regions, region,
                         figure_source(mesh.fields(region), told.field, told.imaginary),
                         regions[i].box));
    }
    told.add_to(line, as_result(all.reduced()));
  }
  note(norms_->append(moment, {line}));
}

void SerialOutput::put_out_slice(const SerialLevels& mesh, const Moment& moment,
                                 std::int32_t slice) {
  const auto number = static_cast<std::size_t>(slice);
  const std::vector<LevelCut> cuts =
      cuts_of(plan_.setup.slices[number], mesh.frame(), mesh.regions());
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    std::vector<double> values(static_cast<std::size_t>(cuts[i].box.point_count()));
    pack(mesh.fields(cuts[i].region)[plan_.slices[number]], cuts[i].box, values.data());
    note(books_.add_lines(number, moment,
                          lines_of(cuts, i, mesh.frame(), mesh.regions(), std::move(values))));
  }
}

}  // namespace isthmus::mesh
