#include "isthmus/live/access.hpp"

#include <algorithm>
#include <utility>

namespace isthmus::engine::live {

namespace {

std::string fresh_token() {
  constexpr std::string_view digits = "0123456789abcdef";
  const bootstrap::Nonce nonce = bootstrap::fresh_nonce();
  std::string token;
  for (std::size_t i = 0; i < nonce.size() / 2; ++i) {
    const auto byte = std::to_integer<unsigned>(nonce[i]);
    token += digits[byte >> 4];
    token += digits[byte & 15];
  }
  return token;
}

/// Without the port.
std::string_view host_in(std::string_view host_and_port) {
  if (host_and_port.starts_with('[')) {
    return host_and_port.substr(0, host_and_port.find(']') + 1);
  }
  return host_and_port.substr(0, host_and_port.find(':'));
}

/// Whether the browser says that the very page has asked.
bool is_of_same_origin(const HttpRequest& request) {
  // No page can set it itself; it is right behind what changes the host's name, too.
  const std::string_view site = request.header("sec-fetch-site");
  if (!site.empty()) return site == "same-origin";
  const std::string_view origin = request.header("origin");
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (origin.starts_with(scheme)) return origin.substr(scheme.size()) == request.header("host");
  }
  return false;
}

}  // namespace

Access::Access(std::uint16_t port, std::vector<std::string> hosts)
    : token_(fresh_token()),
      cookie_name_("isthmus_" + std::to_string(port)),
      hosts_(std::move(hosts)) {
  for (const char* const own : {"localhost", "127.0.0.1", "[::1]"}) hosts_.emplace_back(own);
}

std::string Access::cookie() const {
  // No path: where the page is, which may lie behind a prefix.
  return cookie_name_ + "=" + token_ + "; HttpOnly; SameSite=Strict";
}

Access::Verdict Access::judge(const HttpRequest& request) {
  constexpr std::string_view bearer = "Bearer ";
  const std::string_view authorization = request.header("authorization");
  const auto parameter = request.parameter("token");
  const auto cookie = request.cookie(cookie_name_);
  const bool is_shown = authorization.starts_with(bearer);
  const bool has_header = is_shown && is_token(authorization.substr(bearer.size()));
  const bool has_parameter = parameter && is_token(*parameter);
  const bool has_cookie = cookie && is_token(*cookie);
  if (!has_header && !has_parameter && !has_cookie) {
    const bool is_wrong = is_shown || parameter || cookie;
    return {401, is_wrong ? "a wrong token at the live page" : "no token at the live page"};
  }
  const std::string_view host = host_in(request.header("host"));
  if (!knows(host)) {
    if (!has_header && !has_parameter) return {403, "a strange name for the live page"};
    // Who knows the token calls it so; no other cookie is ever sent under that name.
    if (hosts_.size() < hosts_max) hosts_.emplace_back(host);
  }
  const bool only_reads = request.method == "GET" || request.method == "HEAD";
  if (!only_reads && !has_header && !is_of_same_origin(request)) {
    return {403, "a change by another page than the live one"};
  }
  return {200, {}, has_parameter && !has_cookie};
}

bool Access::is_token(std::string_view text) const {
  bootstrap::Mac own{};
  bootstrap::Mac other{};
  static_assert(own.size() == 32, "as many as a token has digits");
  if (text.size() != own.size()) return false;
  std::ranges::copy(std::as_bytes(std::span(token_)), own.begin());
  std::ranges::copy(std::as_bytes(std::span(text)), other.begin());
  return bootstrap::is_same(own, other);
}

bool Access::knows(std::string_view host) const {
  return std::ranges::find(hosts_, host) != hosts_.end();
}

}  // namespace isthmus::engine::live
