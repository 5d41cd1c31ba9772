// mesh/output/field_writer.hpp: takes what blocks hand over, and writes it behind the steps.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/output/file_thread.hpp"
#include "mesh/output/part_file.hpp"
#include "mesh/output/series.hpp"

namespace isthmus::mesh {

/// One writer's setting. Can be sent.
struct FieldWriterSetup {
  std::string folder;
  std::int32_t writer = 0;
  std::vector<OutputField> fields;
  /// Bytes of steps that are whole and not on the disk yet; whoever would begin with another step
  /// beyond that waits.
  std::uint64_t held_max = std::uint64_t{1} << 30U;
};

/// Belongs to one thread, that of the blocks; what it orders runs where `order` has it done.
/// Memory: the steps that blocks are handing over, `held_max`, and a field of one step, while its
/// blocks are merged.
class FieldWriter {
 public:
  FieldWriter(FieldWriterSetup setup, WorkOrder order);
  /// When all that is whole is written.
  ~FieldWriter();
  FieldWriter(const FieldWriter&) = delete;
  FieldWriter& operator=(const FieldWriter&) = delete;

  /// The points of `box` out of a block's values, which are those of `storage`. Copied once. Of a
  /// complex field `values` are the real parts.
  void hand_over(const Moment& moment, std::int32_t field, const Box& box, const double* values,
                 const Box& storage, const double* imaginary = nullptr);
  /// All blocks have handed over what they have of that step; there may be none here.
  void complete(std::int64_t step);
  /// Who has completed that step, or a later one.
  bool has_completed(std::int64_t step) const { return step <= completed_; }

  /// What has become of steps since the last call, in their order.
  std::vector<PartRecord> take_written();
  /// Whether all that was completed is written, or has failed.
  bool is_idle() const;
  /// Returns when it is.
  void wait_until_idle();

 private:
  struct Gathered {
    Moment moment;
    PartBlocks blocks;
    std::uint64_t bytes = 0;
  };

  FieldWriterSetup setup_;
  WorkOrder order_;
  std::map<std::int64_t, Gathered> gathered_;
  std::int64_t completed_ = -1;

  // Shared with where work is done.
  mutable std::mutex lock_;
  std::condition_variable changed_;
  std::uint64_t held_bytes_ = 0;
  int in_work_ = 0;
  std::vector<PartRecord> written_;
};

}  // namespace isthmus::mesh
