// isthmus/live/page_settings.hpp: where the page of a job is, as its user wants it.
#pragma once

#include <string>

#include "isthmus/base/clock.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/socket.hpp"

namespace isthmus::engine::live {

/// Paths of PEM files; both, or none.
struct Certificates {
  std::string certificate;  ///< And those between it and its authority's.
  std::string private_key;  ///< To it; without a passphrase.
};

/// Plain data.
struct PageSettings {
  HostPort at = {"127.0.0.1", 0};  ///< Port 0: any.
  TimeNs every_ns = 500'000'000;   ///< From one event of a stream to the next.
  std::string page_file = {};      ///< Goes before those of the build and the installation.
  Certificates certificates = {};  ///< For an address that others can reach; none: there is no TLS.
};

/// "PORT" or "HOST:PORT"; empty for this machine alone, and any port. ErrorCode::bad_input.
Expected<HostPort> parse_page_address(const std::string& text);

}  // namespace isthmus::engine::live
