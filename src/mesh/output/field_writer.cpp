#include "mesh/output/field_writer.hpp"

#include <memory>
#include <utility>

namespace isthmus::mesh {

FieldWriter::FieldWriter(FieldWriterSetup setup, WorkOrder order)
    : setup_(std::move(setup)), order_(std::move(order)) {}

FieldWriter::~FieldWriter() { wait_until_idle(); }

void FieldWriter::hand_over(const Moment& moment, std::int32_t field, const Box& box,
                            const double* values, const Box& storage, const double* imaginary) {
  ISTHMUS_ASSERT(static_cast<std::size_t>(field) < setup_.fields.size());
  const OutputField& of = setup_.fields[static_cast<std::size_t>(field)];
  ISTHMUS_ASSERT(of.is_complex() == (imaginary != nullptr));
  auto at = gathered_.find(moment.step);
  if (at == gathered_.end()) {
    // Only steps that are whole are waited for: they are written whatever blocks do.
    std::unique_lock lock(lock_);
    changed_.wait(lock, [this] { return held_bytes_ <= setup_.held_max; });
    at =
        gathered_.emplace(moment.step, Gathered{moment, PartBlocks(setup_.fields.size()), 0}).first;
  }
  BlockValues block{box_of_numbers(box, of.numbers_a_point()), {}};
  block.values.reserve(static_cast<std::size_t>(block.box.point_count()));
  const std::ptrdiff_t row = storage.extent(0);
  for (std::int32_t k = box.low[2]; k < box.high[2]; ++k) {
    for (std::int32_t j = box.low[1]; j < box.high[1]; ++j) {
      const std::ptrdiff_t before = (box.low[0] - storage.low[0]) + row * (j - storage.low[1]) +
                                    row * storage.extent(1) * (k - storage.low[2]);
      if (imaginary == nullptr) {
        block.values.insert(block.values.end(), values + before, values + before + box.extent(0));
        continue;
      }
      for (std::ptrdiff_t i = before; i < before + box.extent(0); ++i) {
        block.values.push_back(values[i]);
        block.values.push_back(imaginary[i]);
      }
    }
  }
  at->second.bytes += block.values.size() * sizeof(double);
  at->second.blocks[static_cast<std::size_t>(field)].push_back(std::move(block));
}

void FieldWriter::complete(std::int64_t step) {
  completed_ = step;
  auto node = gathered_.extract(step);
  // Work is copied where it is ordered, and values are not.
  const auto part = std::make_shared<Gathered>();
  part->moment.step = step;
  if (!node.empty()) *part = std::move(node.mapped());
  {
    const std::scoped_lock lock(lock_);
    held_bytes_ += part->bytes;
    ++in_work_;
  }
  const auto write = [this, part] {
    PartRecord record = write_part(setup_.folder, part->moment, setup_.writer, setup_.fields,
                                   std::move(part->blocks));
    // Told under the lock: whoever waits may be gone right behind.
    const std::scoped_lock lock(lock_);
    held_bytes_ -= part->bytes;
    --in_work_;
    written_.push_back(std::move(record));
    changed_.notify_all();
  };
  if (order_) {
    order_(write);
  } else {
    write();
  }
}

std::vector<PartRecord> FieldWriter::take_written() {
  const std::scoped_lock lock(lock_);
  return std::exchange(written_, {});
}

bool FieldWriter::is_idle() const {
  const std::scoped_lock lock(lock_);
  return in_work_ == 0;
}

void FieldWriter::wait_until_idle() {
  std::unique_lock lock(lock_);
  changed_.wait(lock, [this] { return in_work_ == 0; });
}

}  // namespace isthmus::mesh
