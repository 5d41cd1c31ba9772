#include "isthmus/program/site_vote.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace isthmus::engine::program {

namespace {

constexpr std::size_t note_bytes_max = 255;
constexpr std::string_view alone = " in epoch ";
constexpr std::string_view back = " back: ";

/// Takes a number from the front.
template <class Number>
bool take_number(std::string_view& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

}  // namespace

std::string SiteVote::note() const {
  std::string text = std::to_string(checkpoint);
  if (!keeps_logs) return text;
  text +=
      obstacle.empty() ? std::string(alone) + std::to_string(epoch) : std::string(back) + obstacle;
  text.resize(std::min(text.size(), note_bytes_max));
  return text;
}

Expected<SiteVote> SiteVote::read(const bootstrap::EpochMember& member) {
  const auto malformed = [&] {
    return fail(ErrorCode::malformed, "'" + member.note + "' is no checkpoint",
                "process " + std::to_string(member.process.value));
  };
  std::string_view text = member.note;
  SiteVote vote;
  if (!take_number(text, vote.checkpoint)) return malformed();
  if (text.empty()) return vote;
  vote.keeps_logs = true;
  if (text.starts_with(back)) {
    vote.obstacle = text.substr(back.size());
    return vote;
  }
  if (!text.starts_with(alone)) return malformed();
  text.remove_prefix(alone.size());
  if (!take_number(text, vote.epoch) || !text.empty()) return malformed();
  return vote;
}

std::string obstacle_of(const bootstrap::MemberList& members) {
  std::optional<SiteVote> first;
  for (const bootstrap::EpochMember& member : members) {
    const auto vote = SiteVote::read(member);
    if (!vote) return vote.error().text();
    if (!vote->keeps_logs) return "nothing is kept for it";
    if (!vote->obstacle.empty()) return vote->obstacle;
    if (!first) first = *vote;
    if (vote->checkpoint != first->checkpoint) return "another checkpoint is the last";
    if (vote->epoch != first->epoch) return "not all are in the same epoch";
  }
  return {};
}

Expected<std::uint64_t> common_checkpoint(const bootstrap::MemberList& members) {
  std::uint64_t common = ~std::uint64_t{0};
  for (const bootstrap::EpochMember& member : members) {
    auto vote = SiteVote::read(member);
    if (!vote) return forward_error(vote);
    common = std::min(common, vote->checkpoint);
  }
  return common;
}

}  // namespace isthmus::engine::program
