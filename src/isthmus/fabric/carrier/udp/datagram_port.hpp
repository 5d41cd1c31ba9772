// isthmus/fabric/carrier/udp/datagram_port.hpp: where datagrams go out and come in.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>

namespace isthmus::engine::fabric {

/// Room for some datagrams, so that one system call moves many.
class DatagramBatch {
 public:
  static constexpr std::size_t count_max = 32;

  explicit DatagramBatch(std::size_t datagram_bytes)
      : datagram_bytes_(datagram_bytes),
        memory_(std::make_unique_for_overwrite<std::byte[]>(count_max * datagram_bytes)) {}

  std::span<std::byte> room(std::size_t i) {
    return {&memory_[i * datagram_bytes_], datagram_bytes_};
  }
  std::span<const std::byte> datagram(std::size_t i) const {
    return {&memory_[i * datagram_bytes_], bytes_[i]};
  }
  void set_bytes(std::size_t i, std::size_t bytes) { bytes_[i] = bytes; }
  bool is_full() const { return count == count_max; }
  bool is_empty() const { return first == count; }
  void clear() { first = count = 0; }

  std::size_t first = 0;  ///< That is not sent yet.
  std::size_t count = 0;

 private:
  std::size_t datagram_bytes_;
  std::unique_ptr<std::byte[]> memory_;
  std::array<std::size_t, count_max> bytes_{};
};

/// The way to one peer. Datagrams may be lost, come twice, and in any order. One thread at a time.
class DatagramPort {
 public:
  virtual ~DatagramPort() = default;
  /// Sends from batch.first on, as far as the system takes them now, and moves that on.
  virtual void send(DatagramBatch& batch) = 0;
  /// Fills an empty batch with what has come. What is longer than the batch's datagrams is cut.
  virtual void receive(DatagramBatch& batch) = 0;
  /// Readable when something has come; -1 where nothing tells.
  virtual int descriptor() const = 0;
};

}  // namespace isthmus::engine::fabric
