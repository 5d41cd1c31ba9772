// isthmus/store/restoration.hpp: a job that goes on from a checkpoint.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "isthmus/base/log.hpp"
#include "isthmus/collective/collectives.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/store/index.hpp"
#include "isthmus/store/places.hpp"

namespace isthmus::engine::store {

/// One PE's part in making the objects of a checkpoint again, in a job of whatever shape; for the
/// PE's thread alone.
///
/// The first PE makes collections and readonly values again, by the broadcasts that make new ones,
/// and asks the processes which images they have; a directory may be shared, or each machine may
/// have its own. Each image is read by one that has it, which sends the objects in it to where
/// their mappings have them start. Then come sections, and what has to be handed to the main
/// program; last, groups hear of PEs that have left and come. Between these the job is quiet once.
class Restoration {
 public:
  struct Parts {
    Objects& objects;
    collective::PeCollectives& collectives;
    const Source* source;  ///< Null in a job that begins anew.
    Log& log;
  };

  explicit Restoration(const Parts& parts);
  Restoration(const Restoration&) = delete;
  Restoration& operator=(const Restoration&) = delete;

  /// On the first PE, before anything else happens in the job: `done` is called when all is as it
  /// was. The index outlives that.
  void begin(const Index& index, std::function<void()> done);

  /// What all processes are asked for. Plain data; is sent.
  struct Question {
    std::uint64_t number = 0;  ///< Of the checkpoint.
    std::uint64_t serial = 0;
    std::vector<FileRecord> files;
    std::vector<ClassForm> classes;
  };
  /// Which of them a process has, by their place in the question.
  struct Answer {
    ProcessId process;
    std::vector<std::uint32_t> files;
  };
  /// Who is to read images.
  struct Order {
    std::uint64_t number = 0;
    std::vector<FileRecord> files;
  };
  /// Who took part when the checkpoint was taken and does so no more, and the other way round.
  struct Change {
    std::vector<PeId> left;
    std::vector<PeId> joined;
  };

 private:
  enum class Phase : std::uint8_t { none, asking, making_objects, making_rest, telling_groups };

  void receive_question(MessagePtr message);
  void receive_answer(MessagePtr message);
  void receive_quiet(MessagePtr message);
  void receive_order(MessagePtr message);
  void receive_objects(MessagePtr message);
  void receive_rest(MessagePtr message);
  void receive_section(MessagePtr message);
  void receive_change(MessagePtr message);
  void await_quiet(Phase phase);
  void begin_reading();
  Expected<void> read(std::uint64_t number, const FileRecord& file);
  Expected<void> distribute(const FileRecord& file,
                            const std::vector<std::span<const std::byte>>& objects);
  Expected<void> restore(const ObjectImage& image);
  void tell_of_lost(const FileRecord& file, std::size_t objects, std::size_t pes) const;
  void refuse(Error why) const;
  void flush(PeId to);
  void make_rest();
  void tell_groups();
  void conclude();
  void post(MessagePtr message, HandlerId handler, PeId to);

  const Parts parts_;
  HandlerId question_handler_;
  HandlerId answer_handler_;
  HandlerId quiet_handler_;
  HandlerId order_handler_;
  HandlerId objects_handler_;
  HandlerId rest_handler_;
  HandlerId section_handler_;
  HandlerId change_handler_;
  std::uint64_t number_ = 0;  ///< Of the checkpoint.
  /// Objects on their way from an image, by where they are made.
  std::map<PeId, std::vector<std::byte>> batches_;
  /// What groups' elements of other PEs had, until all of this PE have read their own.
  std::vector<std::byte> of_others_;

  // On the first PE alone.
  const Index* index_ = nullptr;
  std::function<void()> done_;
  Phase phase_ = Phase::none;
  std::map<ProcessId, std::vector<std::uint32_t>> answers_;
};

}  // namespace isthmus::engine::store
