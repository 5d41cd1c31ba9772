// isthmus/message/region.hpp: memory of an object that payloads are received into, uncopied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include "isthmus/base/atomic.hpp"
#include "isthmus/base/object_id.hpp"

namespace isthmus::engine {

/// The part of a region where the end of a payload belongs; a payload with flag_lands begins with
/// it. Such a payload is the arguments of an entry method, of which this is the first and a span of
/// bytes the last. A carrier may receive those bytes where they belong; then the span that comes is
/// empty though `bytes` is not 0, and nothing is left to copy. Plain data.
struct RegionSlice {
  std::uint64_t region = 0;       ///< As the object that opened it numbered it.
  std::uint64_t offset = 0;       ///< In the region, of something whole that comes in pieces.
  std::uint64_t whole_bytes = 0;  ///< No piece lands where the whole would not fit.
  std::uint64_t at = 0;           ///< In the whole, of this piece.
  std::uint64_t bytes = 0;        ///< Of this piece.

  /// Nothing has come of a piece that is something: it lies in its region already.
  bool has_landed(std::span<const std::byte> come) const { return come.empty() && bytes > 0; }
};

/// The memory that the objects of a process have opened. Any thread.
class Regions {
  struct Place {
    Mutex mutex;                  // held while somebody writes to the memory
    std::span<std::byte> memory;  // empty once it is closed
  };

 public:
  /// Leave to write to a slice. While it lives, `close` of its region waits: it should
  /// not live long.
  class Access {
   public:
    Access() = default;
    /// The slice's bytes; empty where the region is not open, or where they are not within it.
    std::span<std::byte> memory() const { return memory_; }

   private:
    friend class Regions;
    std::shared_ptr<Place> place_;
    std::unique_lock<Mutex> lock_;
    std::span<std::byte> memory_;
  };

  /// Payloads for this object may be received here from now on. The number is not open yet.
  void open(const ObjectId& owner, std::uint64_t number, std::span<std::byte> memory);
  /// When this returns, nothing writes there any more. False where it is not open.
  bool close(const ObjectId& owner, std::uint64_t number);
  /// The same of all that the object has opened.
  void close_all(const ObjectId& owner);
  void close_all();
  bool has_open(const ObjectId& owner) const;

  /// Of a slice from whomever, which may be anything.
  Access enter(const ObjectId& owner, const RegionSlice& slice) const;

 private:
  static void end(Place& place);

  using Name = std::pair<ObjectId, std::uint64_t>;

  mutable Mutex mutex_;  // guards the map; never held while one waits for a place
  std::map<Name, std::shared_ptr<Place>> places_;
};

}  // namespace isthmus::engine

namespace isthmus {

using engine::RegionSlice;

}  // namespace isthmus
