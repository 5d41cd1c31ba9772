#include "isthmus/live/http.hpp"

#include <algorithm>
#include <charconv>

namespace isthmus::engine::live {

namespace {

constexpr std::string_view line_end = "\r\n";

// Nothing is kept by the browser, loaded from anywhere else, or shown within another page.
constexpr std::string_view usual_headers =
    "Connection: close\r\n"
    "Cache-Control: no-store\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Content-Security-Policy: default-src 'self' 'unsafe-inline' data: blob:; form-action 'none'; "
    "frame-ancestors 'self'; base-uri 'none'\r\n";

std::string_view phrase_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 413:
      return "Content Too Large";
    case 431:
      return "Request Header Fields Too Large";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 504:
      return "Gateway Timeout";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Status";
  }
}

/// RFC 9110, 5.6.2.
bool is_token(std::string_view text) {
  constexpr std::string_view others = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::ranges::all_of(text, [&](char byte) {
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
           (byte >= 'A' && byte <= 'Z') || others.contains(byte);
  });
}

bool is_printable(std::string_view text) {
  return std::ranges::all_of(text, [](unsigned char byte) { return byte > 32 && byte != 127; });
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(), [](char byte) {
    return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
  });
  return small;
}

std::string decoded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(text.data() + i + 1, text.data() + i + 3, value, 16).ptr ==
            text.data() + i + 3) {
      plain += static_cast<char>(value);
      i += 2;
    } else {
      plain += text[i] == '+' ? ' ' : text[i];
    }
  }
  return plain;
}

/// Of texts `name=value`, the value of the first of that name.
std::optional<std::string_view> value_among(std::string_view texts, char separator,
                                            std::string_view name) {
  while (!texts.empty()) {
    const std::size_t end = std::min(texts.find(separator), texts.size());
    const std::string_view text = trimmed(texts.substr(0, end));
    texts.remove_prefix(std::min(end + 1, texts.size()));
    if (text.size() > name.size() && text.starts_with(name) && text[name.size()] == '=') {
      return text.substr(name.size() + 1);
    }
  }
  return std::nullopt;
}

std::unexpected<HttpFault> fault(int status, std::string why) {
  return std::unexpected(HttpFault{status, std::move(why)});
}

std::expected<HttpRequest, HttpFault> read_request_line(std::string_view line) {
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) return fault(400, "no request of HTTP");
  const std::string_view target = line.substr(first + 1, last - first - 1);
  const std::string_view version = line.substr(last + 1);
  HttpRequest request;
  request.method = line.substr(0, first);
  if (!is_token(request.method) || !version.starts_with("HTTP/")) {
    return fault(400, "no request of HTTP");
  }
  if (version != "HTTP/1.1" && version != "HTTP/1.0") return fault(505, "another version of HTTP");
  if (!target.starts_with('/') || !is_printable(target)) return fault(400, "no path");
  const std::size_t query = std::min(target.find('?'), target.size());
  request.path = target.substr(0, query);
  if (query < target.size()) request.query = target.substr(query + 1);
  return request;
}

/// How many bytes the body has.
std::expected<std::size_t, HttpFault> body_bytes(const HttpRequest& request) {
  if (!request.header("transfer-encoding").empty()) {
    return fault(501, "a body whose length is not told");
  }
  std::size_t bytes = 0;
  bool is_told = false;
  for (const auto& [name, value] : request.headers) {
    if (name != "content-length") continue;
    const char* const end = value.data() + value.size();
    const auto [stopped, error] = std::from_chars(value.data(), end, bytes);
    if (is_told || error != std::errc() || stopped != end) return fault(400, "no length of a body");
    is_told = true;
  }
  if (bytes > body_bytes_max) return fault(413, "a body that is too long");
  return bytes;
}

}  // namespace

std::string_view HttpRequest::header(std::string_view name) const {
  for (const auto& [each, value] : headers) {
    if (each == name) return value;
  }
  return {};
}

std::optional<std::string> HttpRequest::parameter(std::string_view name) const {
  const auto value = value_among(query, '&', name);
  return value ? std::optional(decoded(*value)) : std::nullopt;
}

std::optional<std::string> HttpRequest::cookie(std::string_view name) const {
  for (const auto& [each, value] : headers) {
    if (each != "cookie") continue;
    if (const auto found = value_among(value, ';', name)) return std::string(*found);
  }
  return std::nullopt;
}

std::string_view HttpRequest::last_part() const {
  return std::string_view(path).substr(path.rfind('/') + 1);
}

std::expected<std::optional<HttpRequest>, HttpFault> read_http_request(std::string_view bytes) {
  const std::size_t end = bytes.substr(0, head_bytes_max).find("\r\n\r\n");
  if (end == std::string_view::npos) {
    if (bytes.size() >= head_bytes_max) return fault(431, "headers that are too long");
    return std::nullopt;
  }
  std::string_view head = bytes.substr(0, end + line_end.size());
  const auto take_line = [&head] {
    const std::string_view line = head.substr(0, head.find(line_end));
    head.remove_prefix(line.size() + line_end.size());
    return line;
  };
  auto request = read_request_line(take_line());
  if (!request) return std::unexpected(request.error());
  while (!head.empty()) {
    const std::string_view line = take_line();
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || !is_token(line.substr(0, colon))) {
      return fault(400, "no header");
    }
    request->headers.emplace_back(in_small_letters(line.substr(0, colon)),
                                  trimmed(line.substr(colon + 1)));
  }
  const auto body = body_bytes(*request);
  if (!body) return std::unexpected(body.error());
  const std::string_view behind = bytes.substr(end + 4);
  if (behind.size() < *body) return std::nullopt;
  request->body = behind.substr(0, *body);
  return std::optional(std::move(*request));
}

std::string to_bytes(const HttpAnswer& answer, bool with_body) {
  std::string bytes = "HTTP/1.1 " + std::to_string(answer.status) + " ";
  bytes += phrase_of(answer.status);
  bytes += "\r\nContent-Type: " + answer.type +
           "\r\nContent-Length: " + std::to_string(answer.body.size()) + "\r\n";
  bytes += usual_headers;
  for (const auto& [name, value] : answer.headers) bytes += name + ": " + value + "\r\n";
  bytes += line_end;
  if (with_body) bytes += answer.body;
  return bytes;
}

std::string head_of_stream(std::string_view type) {
  std::string bytes = "HTTP/1.1 200 OK\r\nContent-Type: ";
  bytes += type;
  bytes += line_end;
  bytes += usual_headers;
  // What stands between shall hand on each event at once.
  bytes += "X-Accel-Buffering: no\r\n\r\n";
  return bytes;
}

}  // namespace isthmus::engine::live
