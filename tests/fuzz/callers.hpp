// tests/fuzz/callers.hpp: those who connect to a listener: strangers, and some who know the key.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "fuzz/target.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/bootstrap/channel.hpp"
#include "isthmus/bootstrap/job_key.hpp"

namespace isthmus::engine::fuzz {

/// A listener without a port, and those who call there as the input says.
class Callers {
 public:
  /// What is to be connected with knows the key, too.
  Callers(bootstrap::Purpose purpose, const bootstrap::JobKey& key);

  /// For who listens. Once.
  Socket listener() { return std::move(listener_); }
  /// Somebody calls, hangs up, or says something: bytes, or a record with the proof that belongs to
  /// it.
  void act(Source& source);
  /// Goes on with what those who know the key have to say.
  void pump();

  enum class Step : std::uint8_t { stranger, knowing, say, tell, hang_up, wait, count };
  /// As `act` reads them, for seeds.
  static void put(Sink& sink, Step step, std::uint8_t who);
  static void put_record(Sink& sink, std::uint8_t who, bootstrap::RecordKind kind,
                         const bootstrap::Bytes& body);

 private:
  struct Caller {
    Socket socket;                                // of a stranger
    std::unique_ptr<bootstrap::Channel> channel;  // of one who knows the key
  };
  static constexpr std::size_t callers_max = 8;

  Socket connect() const;

  const bootstrap::Purpose purpose_;
  const bootstrap::JobKey& key_;
  Socket listener_;
  std::vector<std::byte> address_;
  std::array<Caller, callers_max> callers_;
};

}  // namespace isthmus::engine::fuzz
