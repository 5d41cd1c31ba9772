#include "isthmus/live/wire.hpp"

#include <openssl/err.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace isthmus::engine::live {

namespace {

/// Nobody is there to be asked for it.
int no_passphrase(char*, int, int, void*) { return 0; }

}  // namespace

Expected<std::unique_ptr<TlsServer>> TlsServer::make(const Certificates& certificates) {
  SSL_CTX* const context = SSL_CTX_new(TLS_server_method());
  if (context == nullptr) return fail(ErrorCode::io, "OpenSSL gives no TLS");
  std::unique_ptr<TlsServer> made(new TlsServer(context));
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_default_passwd_cb(context, no_passphrase);
  ERR_clear_error();
  const auto refuse = [](const std::string& path, const char* expected) {
    ERR_clear_error();
    return fail(ErrorCode::bad_input, "'" + path + "' cannot be used", "--live", expected);
  };
  if (SSL_CTX_use_certificate_chain_file(context, certificates.certificate.c_str()) != 1) {
    return refuse(certificates.certificate, "a PEM file with a certificate");
  }
  if (SSL_CTX_use_PrivateKey_file(context, certificates.private_key.c_str(), SSL_FILETYPE_PEM) !=
          1 ||
      SSL_CTX_check_private_key(context) != 1) {
    return refuse(certificates.private_key,
                  "a PEM file with the key to the certificate, without a passphrase");
  }
  return made;
}

Wire::Wire(Socket socket, const TlsServer* tls) : socket_(std::move(socket)) {
  if (tls == nullptr) return;
  ssl_.reset(SSL_new(tls->context_.get()));
  if (ssl_ == nullptr || SSL_set_fd(ssl_.get(), socket_.descriptor()) != 1) {
    socket_.close();  // the next read tells
    return;
  }
  SSL_set_accept_state(ssl_.get());
}

Wire::State Wire::read(std::string& to, std::size_t most) {
  std::array<char, 4096> bytes;
  while (most > 0) {
    const std::size_t part = std::min(most, bytes.size());
    if (ssl_ != nullptr) {
      ERR_clear_error();
      const int count = SSL_read(ssl_.get(), bytes.data(), static_cast<int>(part));
      if (count <= 0) return after(count);
      wants_write_ = false;
      to.append(bytes.data(), static_cast<std::size_t>(count));
      most -= static_cast<std::size_t>(count);
      continue;
    }
    const ssize_t count = recv(socket_.descriptor(), bytes.data(), part, 0);
    if (count == 0) return State::gone;
    if (count < 0) return errno == EAGAIN || errno == EINTR ? State::open : State::gone;
    to.append(bytes.data(), static_cast<std::size_t>(count));
    most -= static_cast<std::size_t>(count);
  }
  return State::open;
}

Wire::State Wire::write(std::string& rest) {
  std::size_t written = 0;
  State state = State::open;
  while (written < rest.size()) {
    const std::size_t left = rest.size() - written;
    if (ssl_ != nullptr) {
      ERR_clear_error();
      const int count = SSL_write(ssl_.get(), rest.data() + written,
                                  static_cast<int>(std::min(left, std::size_t{1} << 20)));
      if (count <= 0) {
        state = after(count);
        break;
      }
      written += static_cast<std::size_t>(count);
      continue;
    }
    const ssize_t count = send(socket_.descriptor(), rest.data() + written, left, MSG_NOSIGNAL);
    if (count < 0) {
      if (errno != EAGAIN && errno != EINTR) state = State::gone;
      break;
    }
    written += static_cast<std::size_t>(count);
  }
  rest.erase(0, written);
  return state;
}

void Wire::end_writing() {
  if (ssl_ != nullptr) SSL_shutdown(ssl_.get());
  shutdown(socket_.descriptor(), SHUT_WR);
}

Wire::State Wire::after(int result) {
  const int error = SSL_get_error(ssl_.get(), result);
  wants_write_ = error == SSL_ERROR_WANT_WRITE;
  return wants_write_ || error == SSL_ERROR_WANT_READ ? State::open : State::gone;
}

short Wire::awaits(bool has_more) const {
  return static_cast<short>(POLLIN | (has_more || wants_write_ ? POLLOUT : 0));
}

}  // namespace isthmus::engine::live
