// isthmus/live/access.hpp: who may see the page of a job, and change something.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/bootstrap/job_key.hpp"
#include "isthmus/live/http.hpp"

namespace isthmus::engine::live {

/// Whoever knows the token may. It is shown once, as a parameter of the address or as
/// `Authorization: Bearer`; a browser then has it as a cookie, which other pages that it has open
/// can have it send, too. So what changes something needs the token itself, or the browser's word
/// that the page itself has asked; and a name by which nobody has shown the token, or which is none
/// of this machine's, may be one that a stranger has given to this address. One thread.
class Access {
 public:
  /// `port` keeps the cookies of several jobs apart; `hosts` are names and addresses of this
  /// machine, beside those of itself.
  Access(std::uint16_t port, std::vector<std::string> hosts);
  Access(const Access&) = delete;
  Access& operator=(const Access&) = delete;

  /// 32 hexadecimal digits that nobody can foresee.
  const std::string& token() const { return token_; }

  struct Verdict {
    int status = 200;      ///< Else 401 or 403.
    std::string why = {};  ///< Not.
    bool is_new = false;   ///< It is to get the cookie.
  };
  Verdict judge(const HttpRequest& request);
  /// What the header Set-Cookie says.
  std::string cookie() const;

 private:
  static constexpr std::size_t hosts_max = 16;

  bool is_token(std::string_view text) const;
  bool knows(std::string_view host) const;

  const std::string token_;
  const std::string cookie_name_;
  std::vector<std::string> hosts_;  // without ports
};

}  // namespace isthmus::engine::live
