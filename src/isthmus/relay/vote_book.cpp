#include "isthmus/relay/vote_book.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "isthmus/base/hash.hpp"
#include "isthmus/bootstrap/agreement/agreement_records.hpp"
#include "isthmus/bootstrap/body.hpp"

namespace isthmus::engine::relay {

namespace {

using bootstrap::AgreementMessage;
using bootstrap::BodyReader;
using bootstrap::BodyWriter;
using bootstrap::Bytes;
using bootstrap::RelayName;
using bootstrap::Witness;

constexpr std::string_view title = "isthmus votes 2\n";
// Of each vote: size, its complement, sum. Votes begin at multiples of this, as the title ends at
// one, so no head lies across two blocks of a disk.
constexpr std::size_t head_bytes = 16;
static_assert(title.size() == head_bytes);

std::size_t rounded_up(std::size_t bytes) {
  return (bytes + head_bytes - 1) / head_bytes * head_bytes;
}

std::uint64_t sum_of(std::span<const std::byte> bytes) {
  return hash_name({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::unexpected<Error> cannot(const std::string& what, const std::string& path) {
  return fail(ErrorCode::bad_input, with_errno("cannot " + what, errno), path);
}

Expected<void> write_at(int file, std::size_t at, std::span<const std::byte> bytes,
                        const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return cannot("write votes", path);
    at += static_cast<std::size_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  if (fdatasync(file) != 0) return cannot("write votes", path);
  return {};
}

bool is_zero(std::span<const std::byte> bytes) {
  return std::ranges::all_of(bytes, [](std::byte one) { return one == std::byte{}; });
}

struct Head {
  std::uint32_t bytes = 0;
  std::uint32_t complement = 0;
  std::uint64_t sum = 0;
};

/// What stands there, which may be anything.
Head head_of(std::span<const std::byte> vote) {
  BodyReader reader(vote.first(head_bytes));
  Head head;
  head.bytes = reader.get<std::uint32_t>();
  head.complement = reader.get<std::uint32_t>();
  head.sum = reader.get<std::uint64_t>();
  return head;
}

/// The bytes of a vote that begins there; nothing where none does.
std::optional<std::span<const std::byte>> body_at(std::span<const std::byte> vote) {
  if (vote.size() < head_bytes) return {};
  const Head head = head_of(vote);
  if (head.complement != ~head.bytes) return {};
  const auto behind = vote.subspan(head_bytes);
  if (behind.size() < rounded_up(head.bytes)) return {};
  const auto body = behind.first(head.bytes);
  const auto rest = behind.subspan(head.bytes, rounded_up(head.bytes) - head.bytes);
  if (sum_of(body) != head.sum || !is_zero(rest)) return {};
  return body;
}

/// Some vote begins there or behind it.
bool has_vote(std::span<const std::byte> all) {
  for (; all.size() >= head_bytes; all = all.subspan(head_bytes)) {
    if (body_at(all)) return true;
  }
  return false;
}

Expected<Bytes> all_of(int file, const std::string& path) {
  Bytes all;
  while (true) {
    constexpr std::size_t piece_bytes = 64 << 10;
    const std::size_t before = all.size();
    all.resize(before + piece_bytes);
    const ssize_t got = pread(file, all.data() + before, piece_bytes, static_cast<off_t>(before));
    all.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return cannot("read votes", path);
    if (got == 0) return all;
  }
}

}  // namespace

Expected<VoteBook> VoteBook::open(std::string path) {
  constexpr int only_for_the_owner = 0600;
  Socket file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, only_for_the_owner));
  if (!file) return cannot("open", path);
  if (flock(file.descriptor(), LOCK_EX | LOCK_NB) != 0) {
    return fail(ErrorCode::bad_input, "another process writes its votes there", path,
                "a file of its own for each witness");
  }
  auto all = all_of(file.descriptor(), path);
  if (!all) return forward_error(all);
  VoteBook book(std::move(path), std::move(file));
  if (auto read = book.read(*all); !read) return forward_error(read);
  return book;
}

Expected<void> VoteBook::read(std::span<const std::byte> all) {
  const auto damaged = [&](std::size_t at) {
    return fail(ErrorCode::bad_input, "is damaged at byte " + std::to_string(at), path_,
                "a file that a witness wrote; one that has forgotten its votes is none");
  };
  const auto begin = std::as_bytes(std::span(title));
  // A new file may have been made longer and no more when the machine failed.
  if (all.size() <= begin.size() && is_zero(all)) all = {};
  const std::size_t known = std::min(all.size(), begin.size());
  if (!std::ranges::equal(all.first(known), begin.first(known))) return damaged(0);
  if (known < begin.size()) {
    if (auto written = write_at(file_.descriptor(), 0, begin, path_); !written) return written;
    all = begin;
  }
  end_ = begin.size();
  while (all.size() - end_ >= head_bytes) {
    const auto vote = all.subspan(end_);
    // The machine failed as a vote was written: of that the disk may have any blocks, and zeros in
    // the places of the others, but the head comes when it has the rest. Nobody has been answered.
    // A vote behind it, however, says that this one was given, and has lost its head since.
    if (is_zero(vote.first(head_bytes)) && !has_vote(vote.subspan(head_bytes))) break;
    const auto body = body_at(vote);
    if (!body) return damaged(end_);
    BodyReader reader(*body);
    const auto name = bootstrap::decode_relay_name(reader.get_bytes(sizeof(RelayName)));
    const auto memory =
        name ? bootstrap::decode_agreement_message(body->subspan(sizeof(RelayName))) : std::nullopt;
    if (!memory) return damaged(end_);
    witnesses_.insert_or_assign(Key(*name, memory->epoch), Witness(*memory));
    end_ += head_bytes + rounded_up(body->size());
  }
  if (ftruncate(file_.descriptor(), static_cast<off_t>(end_)) != 0) {
    return cannot("write votes", path_);
  }
  return {};
}

Expected<std::optional<AgreementMessage>> VoteBook::answer(const RelayName& job,
                                                           const AgreementMessage& asked) {
  const Key key(job, asked.epoch);
  const auto known = witnesses_.find(key);
  Witness witness = known == witnesses_.end() ? Witness(asked.epoch) : known->second;
  const Witness before = witness;
  const bool is_sound = asked.to == bootstrap::witness_id && asked.ballot.proposer == asked.from &&
                        asked.ballot.dead_count == asked.dead.size();
  auto answer = is_sound ? witness.answer(asked) : std::nullopt;
  if (!answer || witness == before) return answer;
  if (auto written = append(job, witness); !written) return forward_error(written);
  witnesses_.insert_or_assign(key, std::move(witness));
  return answer;
}

Expected<void> VoteBook::append(const RelayName& job, const Witness& witness) {
  Bytes body = bootstrap::encode(job);
  const Bytes memory = bootstrap::encode(witness.memory());
  body.insert(body.end(), memory.begin(), memory.end());
  const auto bytes = static_cast<std::uint32_t>(body.size());
  BodyWriter head;
  head.put(bytes).put(~bytes).put(sum_of(body));
  body.resize(rounded_up(body.size()));
  // The head last: where it is, all of the vote is, whichever blocks the disk writes first.
  auto written = write_at(file_.descriptor(), end_ + head_bytes, body, path_);
  if (written) written = write_at(file_.descriptor(), end_, head.bytes(), path_);
  if (!written) {
    // What is behind the end is cut off when the file is read, if it cannot be now.
    [[maybe_unused]] const int cut = ftruncate(file_.descriptor(), static_cast<off_t>(end_));
    return written;
  }
  end_ += head_bytes + body.size();
  return {};
}

}  // namespace isthmus::engine::relay
