// A process that goes on while another site is lost and made again: docs/internals/checkpoints.md.
#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "isthmus/bootstrap/join/mesh.hpp"
#include "isthmus/bootstrap/reconnect/reconnect_service.hpp"
#include "isthmus/fabric/carrier/tcp/networks.hpp"
#include "isthmus/fabric/carrier/tcp/tcp_info.hpp"
#include "isthmus/fabric/registry.hpp"
#include "isthmus/program/real_job.hpp"
#include "isthmus/program/real_job_epoch.hpp"
#include "isthmus/runtime/site_life.hpp"
#include "isthmus/runtime/site_standing.hpp"
#include "isthmus/store/held_images.hpp"
#include "isthmus/store/site_restoration.hpp"

namespace isthmus::engine::program {

namespace {

/// Whether the processes of two sites meet by one connection that can be made anew.
bool is_single_connection(const topology::LinkClass& link) {
  const std::span<const topology::DeviceSpec> carriers = fabric::carriers_of(link);
  if (carriers.size() != 1 || carriers.front().name != fabric::tcp_info.name) return false;
  const auto settings = fabric::Settings::read(fabric::tcp_info, carriers.front());
  return settings && settings->path("networks").empty();
}

}  // namespace

/// By what does not change while the job runs, and by what this process has.
std::string RealJob::obstacle_of_surroundings(Epoch& epoch, SiteId site) const {
  runtime::Process& process = *epoch.process;
  const ProcessId self = process.self();
  if (topology_.site_count() != 2) return "there are more sites than two";
  if (topology_.site_of(self) == site) return "a part of it is left";
  const auto count = static_cast<std::size_t>(topology_.process_count());
  if (topology_.present().size() != count) return "other places are free";
  // New PEs of several processes do not always come to the end of making what they had.
  const auto of_site = topology_.processes_of(site);
  if (std::ranges::distance(of_site.begin(), of_site.end()) != 1) return "it has several processes";
  if (parts_.options.settings.silence_ns) return "who is silent counts as lost";
  // What the new ones send when one of those that are left goes on would be dropped by the others.
  if (count != 2) return "more than one process is left";
  if (process.has_main() && join_service_ == nullptr) return "nobody can come in its places";
  if (process.router().has_changed()) return "chains have been changed";
  const bootstrap::RelayOptions relay = mesh_options(topology_, self).relay;
  if (!relay.own.host.empty()) return "it is reached by a relay";
  for (const ProcessId other : topology_.processes_of(site)) {
    if (!relay.relay_of(other).host.empty()) return "it is reached by a relay";
    const PeId own = topology_.pes_of(self).first;
    const PeId theirs = topology_.pes_of(other).first;
    if (!is_single_connection(topology_.link_class(theirs, own))) {
      return "its links are no single connections by tcp";
    }
  }
  return {};
}

SiteVote RealJob::vote_of(Epoch& epoch, SiteId site) const {
  runtime::Process& process = *epoch.process;
  if (process.membership_changes().is_ending()) return vote_to_go_back("processes come and go");
  std::string obstacle = process.site_life()->obstacle();
  if (obstacle.empty()) obstacle = obstacle_of_surroundings(epoch, site);
  if (!obstacle.empty()) return vote_to_go_back(std::move(obstacle));
  const runtime::SiteStanding standing = runtime::standing_of(process, site);
  if (!standing.obstacle.empty()) return vote_to_go_back(standing.obstacle);
  const auto index = runtime::index_of(process, standing.checkpoint);
  if (!index) return vote_to_go_back(index.error().text());
  const auto files = store::files_held_by(process.self(), *index, process.members(),
                                          process.settings().checkpoints.apart);
  for (const std::string& file : files) {
    if (std::ranges::find(standing.images, file) == standing.images.end()) {
      return vote_to_go_back("nobody has the image " + file);
    }
  }
  return {.checkpoint = standing.checkpoint, .keeps_logs = true, .epoch = epoch.members.epoch()};
}

/// This one's epoch ends.
Expected<bool> RealJob::leave(Parting& parting, bootstrap::PeerTable table) {
  parting.table = std::make_unique<bootstrap::PeerTable>(std::move(table));
  return false;
}

Expected<bool> RealJob::stay(Epoch& epoch, Parting& parting) {
  runtime::Process& process = *epoch.process;
  if (!process.is_interrupted() || process.has_ended_alone() || process.site_life() == nullptr ||
      topology_.site_count() < 2) {
    return false;
  }
  const SiteId main_site = topology_.site_of(process.members().first());
  const SiteId site(main_site.value == 0 ? 1 : 0);
  const bool is_away = !away_.empty();
  SiteVote vote = vote_of(epoch, site);
  if (vote.obstacle.empty() && !is_away && !process.set_apart(site)) {
    vote = vote_to_go_back("its links join others, too");
  }
  parting.changes = {process.lost(), process.membership_changes().ordered()};
  const bool comes_back = is_away && vote.obstacle.empty();
  if (comes_back) parting.changes.wished.joining = process.site_life()->come();
  bootstrap::ReconnectService& service = *epoch.real.carriers.reconnect_service();
  bootstrap::PeerTable table = service.end();
  auto next = agree_on(table, parting.changes, vote);
  if (!next) return forward_error(next);
  // All that were there are, or all but those of the site.
  std::vector<ProcessId> missed;
  for (const ProcessId rank : topology_.present()) {
    if (!bootstrap::contains(next->members, rank)) missed.push_back(rank);
  }
  const auto of_site = topology_.processes_of(site);
  const std::vector<ProcessId> lost(of_site.begin(), of_site.end());
  std::string obstacle = obstacle_of(next->members);
  if (obstacle.empty() && missed != (is_away ? std::vector<ProcessId>() : lost)) {
    obstacle = "others are lost, too, or not all of it is";
  }
  const SiteId hurt = missed.empty() ? site : topology_.site_of(missed.front());
  if (hurt == main_site) obstacle = "the main program's site has lost somebody";
  if (!obstacle.empty()) {
    const bool tells = next->members.front().process == process.self() &&
                       !process.membership_changes().is_ending();
    if (tells && (is_away || !missed.empty())) {
      parts_.log.info("site " + std::string(topology_.site_name(hurt)) +
                      " is not made again alone: " + obstacle);
    }
    parting.next = std::move(*next);
    return leave(parting, std::move(table));
  }
  past_.add(*next);
  epoch_ = next->number;
  if (is_away) {
    if (auto connected = connect_anew(epoch, table); !connected) {
      away_.clear();
      tell_of_no_beginning(connected.error());
      ++failed_begins_;
      parting.changes = {};
      return leave(parting, std::move(table));
    }
    process.site_life()->begin(vote.checkpoint);
  } else {
    away_ = lost;
    service.begin_again(std::move(table));
    process.site_life()->lose(site);
    await_others(epoch);
  }
  process.resume();
  return true;
}

/// In the process of the main program.
void RealJob::await_others(Epoch& epoch) {
  runtime::Process& process = *epoch.process;
  if (!process.has_main()) return;
  const SiteId site = topology_.site_of(away_.front());
  parts_.log.warning("site " + std::string(topology_.site_name(site)) +
                     " is lost; the other one goes on, and awaits others in its places");
  runtime::SiteLife& life = *process.site_life();
  epoch.join_watch->await({away_.begin(), away_.end()}, [&life](std::vector<bootstrap::Peer> come) {
    life.come(std::move(come));
  });
  if (door_ == nullptr) return;
  door_->set_free(topology_, away_);
}

/// With those who have come, and nobody else. After a failure the table is as it was.
Expected<void> RealJob::connect_anew(Epoch& epoch, bootstrap::PeerTable& table) {
  runtime::Process& process = *epoch.process;
  bootstrap::MeshOptions connecting = ways_of_epoch(table.self);
  const auto is_of_new = [&](ProcessId a, ProcessId b) {
    const auto is_new = [&](ProcessId one) { return std::ranges::find(away_, one) != away_.end(); };
    return is_new(a) || is_new(b);
  };
  connecting.are_joined = [&, joined = connecting.are_joined](ProcessId a, ProcessId b) {
    return is_of_new(a, b) && joined(a, b);
  };
  auto membership = bootstrap::mesh(table, connecting, clock_, parts_.log);
  if (!membership) return forward_error(membership);
  bootstrap::ReconnectService& service = *epoch.real.carriers.reconnect_service();
  table = membership->reconnect_service->end();
  std::vector<bootstrap::Peer> peers = table.peers;
  service.begin_again(std::move(table));
  epoch.real.secret = std::move(membership->secret);
  epoch.real.carriers.replace(away_, std::move(membership->connections));
  if (auto connected = process.connect_again(std::move(peers)); !connected) {
    table = service.end();
    return connected;
  }
  away_.clear();
  if (!process.has_main()) return {};
  epoch.join_watch->await({}, {});
  if (door_ != nullptr) door_->set_free(topology_, {});
  return {};
}

/// Of one that comes in: into an epoch that others go on in, or one that begins.
void RealJob::note_whether_alone(const bootstrap::NextEpoch& next) {
  alone_.reset();
  const auto count = static_cast<std::size_t>(topology_.process_count());
  if (next.members.size() != count || !obstacle_of(next.members).empty()) return;
  const auto vote = SiteVote::read(next.members.front());
  if (vote) alone_ = *vote;
}

}  // namespace isthmus::engine::program
