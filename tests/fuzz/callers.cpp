#include "fuzz/callers.hpp"

#include <sys/socket.h>
#include <sys/un.h>

#include <memory>
#include <utility>

namespace isthmus::engine::fuzz {

using bootstrap::Channel;
using bootstrap::RecordKind;

Callers::Callers(bootstrap::Purpose purpose, const bootstrap::JobKey& key)
    : purpose_(purpose),
      key_(key),
      listener_(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
  // Without a name of its own it gets one that nobody else has, and there is no port to run out of.
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  const auto* unnamed = reinterpret_cast<const sockaddr*>(&name);
  require(bind(listener_.descriptor(), unnamed, sizeof(sa_family_t)) == 0 &&
              listen(listener_.descriptor(), 64) == 0,
          "there are descriptors");
  address_.resize(sizeof(name));
  auto bytes = static_cast<socklen_t>(address_.size());
  getsockname(listener_.descriptor(), reinterpret_cast<sockaddr*>(address_.data()), &bytes);
  address_.resize(bytes);
}

Socket Callers::connect() const {
  Socket own(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  const auto* to = reinterpret_cast<const sockaddr*>(address_.data());
  // Whoever listens may have too many waiting, or be gone.
  if (::connect(own.descriptor(), to, static_cast<socklen_t>(address_.size())) != 0) return {};
  return own;
}

void Callers::act(Source& source) {
  const auto step =
      static_cast<Step>(source.take<std::uint8_t>() % static_cast<unsigned>(Step::count));
  Caller& caller = callers_[source.take<std::uint8_t>() % callers_max];
  switch (step) {
    case Step::stranger:
      caller = {connect(), nullptr};
      break;
    case Step::knowing:
      caller = {};
      if (Socket own = connect()) {
        caller.channel = std::make_unique<Channel>(std::move(own), Channel::Role::connector,
                                                   purpose_, key_, "the listener", 1 << 16);
      }
      break;
    case Step::say: {
      const Input bytes = source.take_bytes(source.take<std::uint8_t>());
      const int to = caller.channel ? caller.channel->descriptor() : caller.socket.descriptor();
      if (to >= 0) static_cast<void>(send(to, bytes.data(), bytes.size(), MSG_NOSIGNAL));
      break;
    }
    case Step::tell: {
      const auto kind = static_cast<RecordKind>(source.take<std::uint8_t>());
      const Input body = source.take_bytes(source.take<std::uint16_t>());
      if (caller.channel) caller.channel->send(kind, {body.begin(), body.end()});
      break;
    }
    case Step::hang_up:
      caller = {};
      break;
    case Step::wait:
    case Step::count:
      break;
  }
}

void Callers::pump() {
  for (Caller& caller : callers_) {
    if (!caller.channel) continue;
    if (!caller.channel->pump()) caller = {};
    while (caller.channel && caller.channel->take()) {
    }
  }
}

void Callers::put(Sink& sink, Step step, std::uint8_t who) { sink.put(step).put(who); }

void Callers::put_record(Sink& sink, std::uint8_t who, RecordKind kind,
                         const bootstrap::Bytes& body) {
  put(sink, Step::tell, who);
  sink.put(kind).put(static_cast<std::uint16_t>(body.size())).put_bytes(body);
}

}  // namespace isthmus::engine::fuzz
