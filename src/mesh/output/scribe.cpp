#include "mesh/output/scribe.hpp"

#include <cstdio>
#include <utility>

#include "mesh/output/merge.hpp"

namespace isthmus::mesh {

namespace {

/// How long a PE leaves its writer alone before it looks whether parts are there.
constexpr TimeNs look_every_ns = 5'000'000;

}  // namespace

void Scribe::Desk::note(const Expected<void>& outcome) {
  if (outcome) return;
  const std::scoped_lock guard(lock);
  failures.push_back(outcome.error().text());
  // The job may go on for days.
  if (failures.size() == 1) {
    std::fprintf(stderr, "isthmus: output of the mesh fails: %s\n", failures.front().c_str());
  }
}

Scribe::Scribe(OutputSetup setup, PeId books) : setup_(std::move(setup)), books_(books) { open(); }

void Scribe::open() {
  const auto own = static_cast<std::int32_t>(this_pe().value);
  is_here_ = std::make_shared<int>();
  thread_ = std::make_unique<FileThread>();
  WorkOrder order;
  if (!setup_.writes_at_once) {
    order = [thread = thread_.get()](std::function<void()> work) {
      thread->order(std::move(work));
    };
  }
  writer_ = std::make_unique<FieldWriter>(
      FieldWriterSetup{setup_.folder, own, setup_.fields, setup_.held_max}, std::move(order));
  if (this_pe() != books_) return;
  desk_ = std::make_shared<Desk>(setup_);
  for (const Slice& slice : setup_.slices) gatherers_.emplace_back(slice, setup_.geometry);
}

/// For a checkpoint: what was ordered is on the disk.
void Scribe::rest() {
  if (writer_ == nullptr) return;
  writer_->wait_until_idle();
  thread_->wait();
}

void Scribe::order_work(std::function<void()> work) {
  if (setup_.writes_at_once) return work();
  thread_->order(std::move(work));
}

void Scribe::take_field(const Moment& moment, std::int32_t field, const Box& box,
                        const double* values, const Box& storage, const double* imaginary) {
  writer_->hand_over(moment, field, box, values, storage, imaginary);
}

void Scribe::take_slice(const Moment& moment, std::int32_t slice, const Box& box,
                        const double* values, const Box& storage) {
  const Box part = setup_.slices[static_cast<std::size_t>(slice)].part_of(box);
  if (part.is_empty()) return;
  std::vector<double> points(static_cast<std::size_t>(part.point_count()));
  copy_common(storage, values, part, points.data());
  array()[books_].send<&Scribe::piece>(slice, moment, part, std::move(points));
}

void Scribe::complete(const OutputOrder& order) {
  const std::int64_t step = order.moment.step;
  if (desk_ != nullptr) {
    Pending& pending = pending_[step];
    pending.is_ordered = true;
    pending.order = order;
    ordered_ = std::max(ordered_, step);
  }
  if (order.has_fields) {
    writer_->complete(step);
    if (step <= hurried_) writer_->wait_until_idle();
    look();
  }
  if (desk_ != nullptr) finish_steps();
}

void Scribe::hurry(std::int64_t step) {
  hurried_ = std::max(hurried_, step);
  writer_->wait_until_idle();
  send_written();
}

void Scribe::look() {
  send_written();
  if (writer_->is_idle()) return send_written();
  after(look_every_ns, [this, is_here = std::weak_ptr<int>(is_here_)] {
    if (!is_here.expired()) look();
  });
}

void Scribe::send_written() {
  for (PartRecord& part : writer_->take_written()) {
    array()[books_].send<&Scribe::record>(std::move(part));
  }
}

void Scribe::record(const PartRecord& part) {
  pending_[part.moment.step].parts.push_back(part);
  if (!part.error.empty()) desk_->note(fail(ErrorCode::io, part.error));
  finish_steps();
}

void Scribe::piece(std::int32_t slice, const Moment& moment, const Box& box,
                   const std::vector<double>& values) {
  const auto number = static_cast<std::size_t>(slice);
  // The message says it.
  if (number >= gatherers_.size()) {
    return desk_->note(fail(ErrorCode::io, "a piece of slice " + std::to_string(slice) +
                                               " of the step " + std::to_string(moment.step) +
                                               ", which there is not"));
  }
  auto lines = gatherers_[number].add(moment.step, {box, values});
  if (!lines) return;
  ++pending_[moment.step].slices_done;
  if (auto plane = plane_of(*lines)) planes_[slice] = std::move(*plane);
  order_work([desk = desk_, number, moment, lines = std::move(*lines)] {
    desk->note(desk->books.add_lines(number, moment, lines));
  });
  finish_steps();
}

void Scribe::finish_steps() {
  // In their order, so that readers that follow see no later step first.
  while (!pending_.empty()) {
    Pending& pending = pending_.begin()->second;
    const std::size_t wanted =
        pending.order.has_fields ? static_cast<std::size_t>(pending.order.writers) : std::size_t{0};
    if (!pending.is_ordered || pending.parts.size() < wanted ||
        pending.slices_done < pending.order.slices.size()) {
      break;
    }
    if (pending.order.has_fields) {
      order_work(
          [desk = desk_, step = SeriesStep{pending.order.moment, std::move(pending.order.finer)},
           parts = std::move(pending.parts)] { desk->note(desk->books.add_index(step, parts)); });
    }
    pending_.erase(pending_.begin());
  }
  answer_who_waits();
}

void Scribe::settle(std::int64_t step, const Callback<std::vector<std::string>>& done) {
  waiting_.push_back({step, done});
  array().all().send<&Scribe::hurry>(step);
  answer_who_waits();
}

void Scribe::answer_who_waits() {
  std::erase_if(waiting_, [this](const Waiting& waiting) {
    const bool has_more = !pending_.empty() && pending_.begin()->first <= waiting.step;
    if (has_more || ordered_ < waiting.step) return false;
    thread_->wait();
    const std::scoped_lock guard(desk_->lock);
    isthmus::send(waiting.done, std::exchange(desk_->failures, {}));
    return true;
  });
}

}  // namespace isthmus::mesh
