#include "isthmus/program/job_page.hpp"

#include <cstdlib>
#include <string>

#include "isthmus/topology/grid.hpp"

namespace isthmus::engine::program {

namespace {

/// Those by which processes at other sites know this one's; none where a key does that.
live::Certificates certificates_of(const topology::Grid& grid) {
  const auto of = [](const topology::LinkClass& link) -> live::Certificates {
    const topology::DeviceSpec* const crypt = link.find("crypt");
    if (crypt == nullptr) return {};
    live::Certificates found;
    for (const auto& [name, value] : crypt->parameters) {
      if (name == "certificate") found.certificate = value;
      if (name == "private_key") found.private_key = value;
    }
    return found;
  };
  const auto between_sites = grid.links.find(topology::LinkKind::between_sites);
  if (between_sites != grid.links.end()) {
    if (auto found = of(between_sites->second); !found.certificate.empty()) return found;
  }
  for (const auto& [name, link] : grid.link_classes) {
    if (auto found = of(link); !found.certificate.empty()) return found;
  }
  return {};
}

}  // namespace

Expected<std::unique_ptr<live::LivePage>> open_page(const Options& options, bool has_main,
                                                    const Clock& clock, Log& log) {
  if (!options.live || !has_main) return nullptr;
  const char* const own = std::getenv("ISTHMUS_PAGE");
  return live::LivePage::open({.at = *options.live,
                               .every_ns = options.live_every_ns,
                               .page_file = own == nullptr ? "" : own,
                               .certificates = certificates_of(options.grid)},
                              clock, log);
}

void tell_address(const live::LivePage& page, const Options& options, Log& log) {
  const bool is_for_the_user = options.log_to == LogTo::standard_error;
  log.info("live page at " + (is_for_the_user ? page.address_with_token()
                                              : page.address() + "; `isthmus ps` has its token"));
}

}  // namespace isthmus::engine::program
