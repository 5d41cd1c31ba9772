// isthmus/store/process_images.hpp: what the PEs of a process do together for a checkpoint.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/message/pool.hpp"
#include "isthmus/sched/pe.hpp"
#include "isthmus/store/held_images.hpp"
#include "isthmus/store/index.hpp"
#include "isthmus/store/spare_memory.hpp"
#include "isthmus/store/vault.hpp"

namespace isthmus::engine::store {

/// What has come of writing a file. Plain data; is sent.
struct Written {
  std::uint64_t number = 0;  ///< Of the checkpoint.
  FileRecord file;
  std::string error;  ///< Why it was not written; empty: it was.
  std::string error_place;
};

/// The image of a process: gathers what its PEs have taken down and has it written, and brings word
/// of that back to a PE. One for each process, which it outlives by what is still being written.
class ProcessImages {
 public:
  /// `vault` may be null, where nothing is written, and `held`, where nothing stays in memory; both
  /// outlive this. Without a worker a PE compresses the image, where that is wanted.
  struct Parts {
    ProcessId self;
    std::size_t pe_count = 1;
    Vault* vault = nullptr;
    HeldImages* held = nullptr;
    Worker* worker = nullptr;
    Compression compression = Compression::none;
    /// On a PE's thread: all PEs have taken their objects down for a checkpoint, and nothing of the
    /// program has happened since. Empty: nobody wants to know, as in the next one.
    std::function<void(std::uint64_t number)> cut = {};
    /// Likewise: the checkpoint is whole, and no earlier one is of use.
    std::function<void(std::uint64_t number)> superseded = {};
  };
  explicit ProcessImages(const Parts& parts);
  /// Nobody is told any more.
  ~ProcessImages();
  ProcessImages(const ProcessImages&) = delete;
  ProcessImages& operator=(const ProcessImages&) = delete;

  Vault* vault() const { return parts_.vault; }
  HeldImages* held() const { return parts_.held; }
  /// There is a place for images.
  bool keeps() const { return parts_.vault != nullptr || parts_.held != nullptr; }
  /// Before the first step: the first PE of the process, and its handler of Written.
  void attach(sched::Pe& pe, HandlerId handler);

  /// On a PE's thread: memory in which that PE's objects were, of a checkpoint whose image is of no
  /// more use. Empty where there is none. It holds anything, and comes back by `add`.
  std::vector<std::byte> room(std::size_t place) { return spare_->take(place); }
  /// On a PE's thread, whose pool it is: the objects of that PE, `place` among those of the
  /// process. When all have given theirs the image is written.
  void add(Pool& pool, std::uint64_t number, std::size_t place, std::vector<std::byte> objects);
  /// On a PE's thread: that PE, and all below it in the tree of PEs, have taken theirs down.
  void note_cut(std::uint64_t number);
  /// On a PE's thread: images of earlier checkpoints are of no more use.
  void supersede(std::uint64_t number);
  /// On a PE's thread: another file. The first PE is told when it is written, or is not.
  void write(Pool& pool, std::uint64_t number, const std::string& name, Pieces pieces);

 private:
  /// A message that will be for the first PE, made by who has a pool.
  using Notice = std::shared_ptr<MessagePtr>;

  /// The way back to the PE, for as long as there is one.
  struct Return {
    Mutex lock;
    sched::Pe* pe = nullptr;  // under lock
    HandlerId handler{};

    /// Any thread.
    void tell(MessagePtr written);
  };

  static Notice notice_of(Pool& pool, const Written& written);
  /// Any thread; the vaults outlive what they are told here.
  static void put(const Parts& parts, const std::shared_ptr<Return>& back, const Notice& notice,
                  SharedPieces pieces);

  const Parts parts_;
  const std::shared_ptr<Return> return_;
  const std::shared_ptr<SpareMemory> spare_;
  Mutex lock_;
  std::vector<std::vector<std::byte>> objects_;  // by place; under lock_
  std::vector<bool> has_given_;                  // likewise
  std::size_t given_ = 0;                        // likewise
  std::size_t cut_ = 0;                          // likewise
};

}  // namespace isthmus::engine::store
