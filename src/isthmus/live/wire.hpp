// isthmus/live/wire.hpp: the bytes of one browser's connection, in TLS or not.
#pragma once

#include <openssl/ssl.h>

#include <cstddef>
#include <memory>
#include <string>

#include "isthmus/base/error.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/live/page_settings.hpp"

namespace isthmus::engine::live {

/// TLS 1.2 and 1.3, of who shows a certificate and asks for none. One thread.
class TlsServer {
 public:
  /// ErrorCode::bad_input for files that are none.
  static Expected<std::unique_ptr<TlsServer>> make(const Certificates& certificates);

 private:
  friend class Wire;
  struct Free {
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  };
  explicit TlsServer(SSL_CTX* context) : context_(context) {}

  std::unique_ptr<SSL_CTX, Free> context_;
};

/// Owns a connection, and never blocks. SIGPIPE is blocked in the thread that uses it.
class Wire {
 public:
  /// Without TLS where `tls` is null, which else outlives it.
  Wire(Socket socket, const TlsServer* tls);

  enum class State {
    open,  ///< All has been read, or written, that can be at once.
    gone   ///< The other end has, or makes no sense.
  };
  /// Appends what has come, and no more than `most` bytes.
  State read(std::string& to, std::size_t most);
  /// Takes away what it has written.
  State write(std::string& rest);

  /// The other end sees that no more comes.
  void end_writing();

  int descriptor() const { return socket_.descriptor(); }
  /// For what `poll` is to wait, where `has_more` says that something is to be written.
  short awaits(bool has_more) const;

 private:
  struct Free {
    void operator()(SSL* ssl) const { SSL_free(ssl); }
  };
  State after(int result);

  Socket socket_;
  std::unique_ptr<SSL, Free> ssl_;  // null: none
  bool wants_write_ = false;        // of the handshake
};

}  // namespace isthmus::engine::live
