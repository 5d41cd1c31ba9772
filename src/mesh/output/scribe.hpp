// mesh/output/scribe.hpp: a job's output: a writer on each PE, and the books on one of
// them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mesh/output/books.hpp"
#include "mesh/output/field_writer.hpp"

namespace isthmus::mesh {

/// Elements of the group, each of which takes part by Scribe::count.
inline constexpr std::string_view scribe_count = "mesh scribes";

/// What is put out of one step. Plain data; can be sent.
struct OutputOrder {
  Moment moment;
  bool has_fields = false;                ///< all of OutputSetup::fields
  std::vector<std::int32_t> slices = {};  ///< numbers in OutputSetup::slices that blocks hand over
  std::vector<FinerBox> finer = {};       ///< where the grid is finer at that step
  std::int32_t writers = 0;               ///< elements, each of which writes a part
};

/// An element of a group. Blocks of its PE hand over what they have of a step, and once all blocks
/// of the job have, whoever knows that sends `complete` to all. Each then writes its part behind
/// the steps and tells the one that has the books, which writes the index when it has heard of all.
/// PE 0 or any other one may have been lost by the time that the group is created.
class Scribe : public Chare<Scribe, PeId> {
 public:
  Scribe() = default;
  /// Whoever creates the group has begun the books (Books::begin) before. Touches no file: in a job
  /// that goes on it is called for the group that was, too.
  Scribe(OutputSetup setup, PeId books);

  /// For blocks of this PE: the points of `box` of a field, out of values of `storage`, or of a
  /// slice, whose points go to the books. Copied once. Of a complex field these are the real parts.
  void take_field(const Moment& moment, std::int32_t field, const Box& box, const double* values,
                  const Box& storage, const double* imaginary = nullptr);
  void take_slice(const Moment& moment, std::int32_t slice, const Box& box, const double* values,
                  const Box& storage);
  const OutputSetup& setup() const { return setup_; }
  /// Of the one that has the books, for the main program: planes that are whole since it has asked
  /// last, of each slice the one of the latest step, by its number in OutputSetup::slices.
  std::map<std::int32_t, Plane> take_planes() { return std::exchange(planes_, {}); }

  // Entry methods, of all elements.

  void count() { contribute(scribe_count, std::int32_t{1}, reduce::sum); }
  /// All blocks have handed over what the order asks for.
  void complete(const OutputOrder& order);
  /// Writes what was ordered up to that step before anything else goes on here.
  void hurry(std::int64_t step);

  // Those of the element that has the books.

  void record(const PartRecord& part);
  /// Of a slice that there is not is a failure.
  void piece(std::int32_t slice, const Moment& moment, const Box& box,
             const std::vector<double>& values);
  /// Once all that was or will be ordered up to that step is on the disk, or has failed: sends the
  /// failures, a line each, since it last did; none is well. Steps behind wait meanwhile.
  void settle(std::int64_t step, const Callback<std::vector<std::string>>& done);

  /// In a checkpoint's time all that was ordered comes to the disk, and nothing of it is kept: a
  /// job that goes on makes a group of its own (MeshOutput), and elements of the old one do
  /// nothing.
  void serialize(auto& archive) {
    constexpr bool is_reading = std::remove_reference_t<decltype(archive)>::is_reading;
    if constexpr (!is_reading) rest();
    archive(books_.value);
  }
  void absorb(Scribe&&) {}

 private:
  /// A step that is not whole yet, in the books.
  struct Pending {
    bool is_ordered = false;
    OutputOrder order;
    std::vector<PartRecord> parts;
    std::size_t slices_done = 0;
  };
  struct Waiting {
    std::int64_t step;
    Callback<std::vector<std::string>> done;
  };
  /// Shared with the thread that writes.
  struct Desk {
    explicit Desk(const OutputSetup& setup) : books(setup) {}
    Books books;
    std::mutex lock;
    std::vector<std::string> failures;  // under the lock
    void note(const Expected<void>& outcome);
  };

  void open();
  void rest();
  void order_work(std::function<void()> work);
  void look();
  void send_written();
  void finish_steps();
  void answer_who_waits();

  OutputSetup setup_;
  PeId books_;  // where the main program is
  // Made where it is, and again where a job goes on.
  std::unique_ptr<FileThread> thread_;
  std::unique_ptr<FieldWriter> writer_;
  std::shared_ptr<int> is_here_;  // who looks later, and finds this gone, does nothing
  std::int64_t hurried_ = -1;
  // Of the one that has the books.
  std::shared_ptr<Desk> desk_;
  std::vector<SliceGatherer> gatherers_;
  std::map<std::int32_t, Plane> planes_;
  std::map<std::int64_t, Pending> pending_;
  std::int64_t ordered_ = -1;
  std::vector<Waiting> waiting_;
};

}  // namespace isthmus::mesh
