// isthmus/store/partner_copies.hpp: images on their way into a partner's memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "isthmus/object/objects.hpp"
#include "isthmus/store/held_images.hpp"

namespace isthmus::engine::store {

/// Sends a process's image to its partner, or to others, while the job goes on, in pieces, of which
/// a few are under way at a time; and takes what others send. On the first PE of each process; for
/// its thread alone.
class PartnerCopies {
 public:
  static constexpr std::size_t piece_bytes = std::size_t{1} << 20;
  static constexpr std::uint64_t pieces_under_way = 8;

  /// `held` may be null, where nothing is copied; both outlive this.
  PartnerCopies(Objects& objects, HeldImages* held);
  PartnerCopies(const PartnerCopies&) = delete;
  PartnerCopies& operator=(const PartnerCopies&) = delete;

  /// Of a file that this process holds, to others, one after the other. `done` is called when all
  /// have it, at once where there are none. One file at a time.
  void send(std::uint64_t number, const std::string& name, std::vector<ProcessId> holders,
            std::function<void()> done);

  /// Plain data; is sent.
  struct Piece {
    ProcessId process;  ///< Whose file it is.
    std::uint64_t number = 0;
    std::string name;
    std::uint64_t size = 0;  ///< Of all of the file.
    std::uint64_t offset = 0;
    std::vector<std::byte> bytes;
  };
  /// That the partner has it up to there.
  struct Receipt {
    std::uint64_t number = 0;
    std::uint64_t offset = 0;
  };

  bool takes(HandlerId handler) const {
    return handler == piece_handler_ || handler == receipt_handler_;
  }

 private:
  struct Sending {
    std::vector<ProcessId> to;  // the last one first
    std::uint64_t number = 0;
    std::string name;
    SharedPieces pieces;
    std::uint64_t size = 0;
    std::function<void()> done;
    std::uint64_t sent = 0;
    std::uint64_t taken = 0;
    std::size_t at = 0;      // the piece that the next byte is in
    std::size_t within = 0;  // so many bytes before it
  };

  static std::vector<std::byte> cut(Sending& sending, std::uint64_t bytes);

  void send_more();
  void receive_piece(MessagePtr message);
  void receive_receipt(MessagePtr message);
  void post(MessagePtr message, HandlerId handler, ProcessId to);

  Objects& objects_;
  HeldImages* const held_;
  HandlerId piece_handler_;
  HandlerId receipt_handler_;
  std::unique_ptr<Sending> sending_;
};

}  // namespace isthmus::engine::store
