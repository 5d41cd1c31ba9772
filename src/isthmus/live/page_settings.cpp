#include "isthmus/live/page_settings.hpp"

#include "isthmus/topology/grid_text.hpp"

namespace isthmus::engine::live {

Expected<HostPort> parse_page_address(const std::string& text) {
  if (text.empty()) return HostPort{"127.0.0.1", 0};
  const bool is_port = text.find_first_not_of("0123456789") == std::string::npos;
  auto at = parse_host_port(is_port ? "127.0.0.1:" + text : text);
  if (at) return at;
  return fail(ErrorCode::bad_input, "'" + topology::printable(text) + "' is no address", {},
              "PORT, HOST:PORT, or nothing for this machine alone");
}

}  // namespace isthmus::engine::live
