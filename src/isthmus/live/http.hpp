// isthmus/live/http.hpp: what is asked and answered in HTTP/1.1 (RFC 9110, RFC 9112), as functions
// of bytes.
#pragma once

#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace isthmus::engine::live {

/// Of the request line and all header lines together.
inline constexpr std::size_t head_bytes_max = std::size_t{16} * 1024;
inline constexpr std::size_t body_bytes_max = std::size_t{64} * 1024;

/// Plain data.
struct HttpRequest {
  std::string method = {};  ///< "GET"
  std::string path = {};    ///< "/status", as it was sent, without what stands behind '?'.
  std::string query = {};   ///< That.
  std::vector<std::pair<std::string, std::string>> headers = {};  ///< Names in small letters.
  std::string body = {};

  /// Of the first of that name, in small letters; empty where there is none.
  std::string_view header(std::string_view name) const;
  /// Of `name=value&...`, decoded; nothing where there is none.
  std::optional<std::string> parameter(std::string_view name) const;
  /// Of the cookie of that name; nothing where there is none.
  std::optional<std::string> cookie(std::string_view name) const;
  /// What stands behind the path's last '/': something between may have put a prefix before it.
  std::string_view last_part() const;
};

/// Why something is no request that this takes.
struct HttpFault {
  int status = 400;
  std::string why;
};

/// The request that `bytes` begin with; nothing while more of it is to come. Whoever sent it is not
/// known: what it may take is bounded.
std::expected<std::optional<HttpRequest>, HttpFault> read_http_request(std::string_view bytes);

/// Plain data.
struct HttpAnswer {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};  ///< Beside the usual ones.
};

/// As bytes; the connection is closed behind it. `with_body`: not for HEAD.
std::string to_bytes(const HttpAnswer& answer, bool with_body = true);
/// The head of an answer whose body ends with the connection.
std::string head_of_stream(std::string_view type);

}  // namespace isthmus::engine::live
