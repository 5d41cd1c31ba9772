// isthmus/program/site_vote.hpp: what a process says where all agree on who is left.
#pragma once

#include <cstdint>
#include <string>

#include "isthmus/base/error.hpp"
#include "isthmus/bootstrap/agreement/agreement_message.hpp"

namespace isthmus::engine::program {

/// Which checkpoint a process holds, and whether, as it sees it, all that are left can go on beside
/// a site that is made again (runtime/site_life.hpp). Plain data.
struct SiteVote {
  std::uint64_t checkpoint = 0;
  bool keeps_logs = false;  ///< In a job with site logs; else the others say nothing.
  std::uint32_t epoch = 0;  ///< In which it goes on, whatever was agreed on since.
  std::string obstacle = {};

  /// As the note of an agreement has it: 255 bytes at most.
  std::string note() const;
  /// ErrorCode::malformed.
  static Expected<SiteVote> read(const bootstrap::EpochMember& member);

  bool operator==(const SiteVote&) const = default;
};

/// Why those members do not go on as they are, by what all of them say: the first one's reason.
/// Empty where they do. All of them find the same. Pure.
std::string obstacle_of(const bootstrap::MemberList& members);

/// The newest checkpoint that all members hold an index of: none of them has dropped it.
Expected<std::uint64_t> common_checkpoint(const bootstrap::MemberList& members);

}  // namespace isthmus::engine::program
