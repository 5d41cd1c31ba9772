// Ports and names of services (MPI 5.0, 11.9): how groups of ranks of one job meet that know of
// each other by a text alone. The rank that has opened a port pairs who accepts there with who
// connects; names lie on the job's first rank.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "isthmus/image/address.hpp"
#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"

namespace isthmus::engine::mpi {

namespace {

using image::pointer_to;

constexpr std::string_view prefix = "isthmus:";
constexpr std::int32_t keeper_of_names = 0;  // a rank of the job

struct PortName {
  std::uint64_t job = 0;
  std::int32_t owner = 0;
  std::uint64_t number = 0;
};
std::string text_of(const PortName& port) {
  // Of the same length in each job, as it may be sent.
  std::array<char, 17> job{};
  std::snprintf(job.data(), job.size(), "%016llx", static_cast<unsigned long long>(port.job));
  return std::string(prefix) + job.data() + ":" + std::to_string(port.owner) + ":" +
         std::to_string(port.number);
}
/// Takes a number and what stands behind it off the text's begin.
template <class Number>
bool take(std::string_view& left, Number& number, int base, std::string_view behind) {
  const auto read = std::from_chars(left.data(), left.data() + left.size(), number, base);
  if (read.ec != std::errc()) return false;
  left.remove_prefix(static_cast<std::size_t>(read.ptr - left.data()));
  if (!left.starts_with(behind)) return false;
  left.remove_prefix(behind.size());
  return true;
}
/// Nothing where it is none of this job: another job may have a port of the same rank and number.
std::optional<PortName> parse(const Rank& rank, const char* text) {
  std::string_view left = text == nullptr ? std::string_view() : text;
  if (!left.starts_with(prefix)) return std::nullopt;
  left.remove_prefix(prefix.size());
  PortName port;
  const bool is_whole = take(left, port.job, 16, ":") && take(left, port.owner, 10, ":") &&
                        take(left, port.number, 10, "") && left.empty();
  const bool is_own = is_whole && port.job == rank.launch().job && port.owner >= 0;
  return is_own ? std::optional(port) : std::nullopt;
}

int open_port(Rank& rank, MPI_Info, char* name) {
  Ports& ports = rank.state().ports;
  const PortName port{rank.launch().job, rank.number(), ++ports.opened_count};
  ports.opened[port.number];
  std::strcpy(name, text_of(port).c_str());
  return MPI_SUCCESS;
}
int close_port(Rank& rank, const char* name) {
  const auto port = parse(rank, name);
  if (!port || port->owner != rank.number() || !rank.close_port(port->number)) {
    return rank.fail(MPI_ERR_PORT, "no port that this rank has opened");
  }
  return MPI_SUCCESS;
}

// --- groups meet ---------------------------------------------------------------------------------

template <PortWord::What Side>
int begin_meeting(Rank& rank, const char* port_name, MPI_Info, int root, MPI_Comm comm,
                  MPI_Comm* made, std::uint64_t request) {
  Communicator* const own = rank.find_communicator(number_of(comm));
  if (own == nullptr) return no_communicator(rank);
  if (own->remote) {
    return rank.fail(number_of(comm), MPI_ERR_COMM, "a communicator of two groups");
  }
  if (root < 0 || root >= own->size()) {
    return rank.fail(number_of(comm), MPI_ERR_ROOT, "no rank " + std::to_string(root));
  }
  const bool leads = own->rank == root;
  const auto port = leads ? parse(rank, port_name) : std::nullopt;
  *made = MPI_COMM_NULL;  // where nobody is met
  const CollectiveName name = Rank::next_collective(*own);
  rank.state().requests.find(request)->communicator = number_of(comm);
  rank.add_collective(name, {.kind = CollectiveKind::introduce,
                             .communicator = number_of(comm),
                             .request = request,
                             .made_at = std::bit_cast<std::uint64_t>(made),
                             .group = own->group});
  if (!leads) return MPI_SUCCESS;
  PortWord word{.what = Side, .from = rank.number(), .request = request};
  if (port) word.port = port->number;
  rank.state().ports.waiting[request] = {name, number_of(comm)};
  if (port) {
    word.owner = port->owner;
    // The keeper_of_names knows whether there is a rank that others would have started.
    rank.say_of_port(port->owner < rank.count() ? port->owner : keeper_of_names, word);
  } else {
    word.what = PortWord::What::paired;
    word.error = MPI_ERR_PORT;
    rank.take_port_word(word);
  }
  return MPI_SUCCESS;
}
constexpr auto begin_accept = begin_meeting<PortWord::What::accept>;
constexpr auto begin_connect = begin_meeting<PortWord::What::connect>;

// --- names ---------------------------------------------------------------------------------------

int begin_question(Rank& rank, PortWord word, std::uint64_t request) {
  word.from = rank.number();
  word.request = request;
  rank.say_of_port(keeper_of_names, word);
  return MPI_SUCCESS;
}
int begin_publish(Rank& rank, const char* service, MPI_Info, const char* port,
                  std::uint64_t request) {
  return begin_question(
      rank, {.what = PortWord::What::publish, .service = service, .port_name = port}, request);
}
int begin_unpublish(Rank& rank, const char* service, MPI_Info, const char* port,
                    std::uint64_t request) {
  return begin_question(
      rank, {.what = PortWord::What::unpublish, .service = service, .port_name = port}, request);
}
int begin_look_up(Rank& rank, const char* service, MPI_Info, char* port, std::uint64_t request) {
  rank.state().ports.wanted[request] = std::bit_cast<std::uint64_t>(port);
  return begin_question(rank, {.what = PortWord::What::look_up, .service = service}, request);
}

/// On the rank that keeps names.
PortWord answer_to(std::map<std::string, std::string>& names, const PortWord& word) {
  PortWord answer{.what = PortWord::What::answer, .request = word.request};
  const auto found = names.find(word.service);
  if (word.what == PortWord::What::publish) {
    const bool is_new = names.emplace(word.service, word.port_name).second;
    answer.error = is_new ? MPI_SUCCESS : MPI_ERR_SERVICE;
  } else if (word.what == PortWord::What::unpublish) {
    const bool is_there = found != names.end() && found->second == word.port_name;
    answer.error = is_there ? MPI_SUCCESS : MPI_ERR_SERVICE;
    if (is_there) names.erase(found);
  } else {
    answer.error = found == names.end() ? MPI_ERR_NAME : MPI_SUCCESS;
    if (found != names.end()) answer.port_name = found->second;
  }
  return answer;
}

constexpr Call port_rows[] = {
    call<decltype(MPI_Open_port), open_port>("MPI_Open_port"),
    call<decltype(MPI_Close_port), close_port>("MPI_Close_port"),
    blocking_call<decltype(MPI_Comm_accept), begin_accept>("MPI_Comm_accept"),
    blocking_call<decltype(MPI_Comm_connect), begin_connect>("MPI_Comm_connect"),
    blocking_call<decltype(MPI_Publish_name), begin_publish>("MPI_Publish_name"),
    blocking_call<decltype(MPI_Unpublish_name), begin_unpublish>("MPI_Unpublish_name"),
    blocking_call<decltype(MPI_Lookup_name), begin_look_up>("MPI_Lookup_name"),
};

}  // namespace

// --- what a rank does ----------------------------------------------------------------------------

void Rank::say_of_port(std::int32_t to, const PortWord& word) {
  at(to).send<&Rank::take_port_word>(word);
}

void Rank::take_port_word(const PortWord& word) {
  must_be_here();
  switch (word.what) {
    case PortWord::What::accept:
    case PortWord::What::connect: {
      if (word.owner != number() && word.owner < count() + state_.spawning.numbers_given) {
        return say_of_port(word.owner, word);
      }
      const auto found = state_.ports.opened.find(word.port);
      if (word.owner != number() || found == state_.ports.opened.end()) {
        return say_of_port(
            word.from,
            {.what = PortWord::What::paired, .request = word.request, .error = MPI_ERR_PORT});
      }
      auto& side =
          word.what == PortWord::What::accept ? found->second.accepts : found->second.connects;
      side.push_back({word.from, word.request});
      return pair_at_port(word.port);
    }
    case PortWord::What::paired: {
      const Ports::Waiting waiting = state_.ports.waiting.extract(word.request).mapped();
      const Group& group = state_.collectives.at(waiting.name).group;
      if (word.error == MPI_SUCCESS) {
        const CollectiveName meeting{Random::mix(word.port ^ std::uint64_t{1} << 43), word.pair};
        meet_leader(waiting.name, meeting, waiting.communicator, word.other, group);
      } else {
        // All of the group are told that there is nobody.
        Part nobody;
        nobody.name = waiting.name;
        nobody.kind = CollectiveKind::introduce;
        const std::vector<std::int32_t> members = group.members;
        for (const std::int32_t member : members) at(member).send<&Rank::take_part>(nobody);
      }
      return look_again();
    }
    case PortWord::What::publish:
    case PortWord::What::unpublish:
    case PortWord::What::look_up:
      return say_of_port(word.from, answer_to(state_.ports.names, word));
    case PortWord::What::answer: {
      const auto wanted = state_.ports.wanted.extract(word.request);
      if (wanted && word.error == MPI_SUCCESS) {
        std::strcpy(pointer_to<char>(wanted.mapped()), word.port_name.c_str());
      }
      state_.requests.find(word.request)->status.error = word.error;
      complete(word.request);
      return look_again();
    }
  }
}

bool Rank::close_port(std::uint64_t number) {
  const auto closed = state_.ports.opened.extract(number);
  if (!closed) return false;
  for (const auto* side : {&closed.mapped().accepts, &closed.mapped().connects}) {
    for (const Ports::Asker& asker : *side) {
      say_of_port(
          asker.rank,
          {.what = PortWord::What::paired, .request = asker.request, .error = MPI_ERR_PORT});
    }
  }
  return true;
}

void Rank::pair_at_port(std::uint64_t number) {
  Ports::Port& port = state_.ports.opened.at(number);
  while (!port.accepts.empty() && !port.connects.empty()) {
    const Ports::Asker accepting = port.accepts.front();
    const Ports::Asker connecting = port.connects.front();
    port.accepts.pop_front();
    port.connects.pop_front();
    // The rank and the number name the pair in the job.
    PortWord word{.what = PortWord::What::paired,
                  .port = static_cast<std::uint64_t>(this->number()),
                  .request = accepting.request,
                  .other = connecting.rank,
                  .pair = ++state_.ports.pair_count};
    say_of_port(accepting.rank, word);
    word.request = connecting.request;
    word.other = accepting.rank;
    say_of_port(connecting.rank, word);
  }
}

std::span<const Call> port_calls() { return port_rows; }

}  // namespace isthmus::engine::mpi
