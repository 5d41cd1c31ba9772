#include "mesh/output/serial_output.hpp"

#include <utility>

#include "mesh/output/merge.hpp"

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

void SerialOutput::put_out_fields(const SerialMesh& mesh, const Moment& moment) {
  const Box& whole = mesh.geometry().whole;
  const Fields& fields = mesh.fields();
  for (std::size_t i = 0; i < plan_.fields.size(); ++i) {
    writer_.hand_over(moment, static_cast<std::int32_t>(i), whole, fields.values(plan_.fields[i]),
                      fields.storage());
  }
  writer_.complete(moment.step);
  const std::vector<PartRecord> parts = writer_.take_written();
  for (const PartRecord& part : parts) {
    if (!part.error.empty()) failures_.push_back(part.error);
  }
  note(books_.add_index(moment, parts));
}

void SerialOutput::put_out(SerialMesh& mesh) {
  const Moment moment = mesh.moment();
  const std::int64_t step = moment.step;
  if (step <= put_out_ || !plan_.is_due(step)) return;
  mesh.analyse();
  const Box& whole = mesh.geometry().whole;
  const Fields& fields = mesh.fields();
  const OutputOrder order = plan_.order_at(moment);
  if (order.has_fields) put_out_fields(mesh, moment);
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
  for (const auto& [field, reduction] : plan_.norms) {
    const ReducedValues values = reduction >= 0
                                     ? mesh.reduced()[static_cast<std::size_t>(reduction)]
                                     : FieldFigures(fields[field], whole).reduced();
    line.insert(line.end(), values.begin(), values.end());
  }
  note(norms_->append(moment, {line}));
}

}  // namespace isthmus::mesh
