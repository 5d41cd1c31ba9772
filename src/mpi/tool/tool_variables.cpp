#include "mpi/tool/tool_variables.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "mpi/calls.hpp"

namespace isthmus::engine::mpi {

namespace {

constexpr ControlVariable controls[] = {
    {"ranks", "ranks with which the job began",
     [](Rank& rank) { return static_cast<std::uint64_t>(rank.count()); }},
    {"pes", "processing elements of the job",
     [](Rank& rank) { return static_cast<std::uint64_t>(rank.pe_count_of_job()); }},
    {"slot_bytes", "addresses that each rank has",
     [](Rank& rank) { return rank.launch().slot_bytes; }},
    {"stack_bytes", "the stack of each rank; 0: what the host takes by itself",
     [](Rank& rank) { return rank.launch().stack_bytes; }},
    {"in_virtual_time", "1 where time is that of a simulation",
     [](Rank& rank) { return std::uint64_t{rank.launch().in_virtual_time}; }},
    {"move_every", "each rank moves at every so-many-th call; 0: never",
     [](Rank& rank) { return std::uint64_t{rank.launch().move_every}; }},
};

constexpr PerformanceVariable performance[] = {
    {"messages_sent", "messages from the rank to others", MPI_T_PVAR_CLASS_COUNTER,
     [](Rank& rank) { return rank.state().counters.messages_sent; }},
    {"bytes_sent", "bytes of these", MPI_T_PVAR_CLASS_COUNTER,
     [](Rank& rank) { return rank.state().counters.bytes_sent; }},
    {"messages_received", "messages that receives of the rank have got", MPI_T_PVAR_CLASS_COUNTER,
     [](Rank& rank) { return rank.state().counters.messages_received; }},
    {"bytes_received", "bytes of these", MPI_T_PVAR_CLASS_COUNTER,
     [](Rank& rank) { return rank.state().counters.bytes_received; }},
    {"unexpected_messages", "messages that no receive has asked for yet", MPI_T_PVAR_CLASS_LEVEL,
     [](Rank& rank) { return std::uint64_t{rank.state().matching.waiting_count()}; }},
    {"posted_receives", "receives that wait for a message", MPI_T_PVAR_CLASS_LEVEL,
     [](Rank& rank) { return std::uint64_t{rank.state().matching.posted_count()}; }},
    {"calls", "calls of MPI", MPI_T_PVAR_CLASS_COUNTER,
     [](Rank& rank) { return rank.state().calls; }},
    {"moves", "how often the rank has gone to another processing element", MPI_T_PVAR_CLASS_COUNTER,
     [](Rank& rank) { return rank.state().counters.moves; }},
};

constexpr ToolCategory categories[] = {
    {"job", "how the job was started", 0, std::size(controls), 0, 0},
    {"messages", "what the rank has sent and received", 0, 0, 0, 6},
    {"rank", "how the rank does", 0, 0, 6, 2},
};

}  // namespace

std::span<const ControlVariable> control_variables() { return controls; }
std::span<const PerformanceVariable> performance_variables() { return performance; }
std::span<const ToolCategory> tool_categories() { return categories; }

void put_tool_text(char* to, int* length, std::string_view text) {
  if (length == nullptr) return;
  if (to != nullptr && *length > 0) {
    const std::size_t copied = std::min(text.size(), static_cast<std::size_t>(*length) - 1);
    std::memcpy(to, text.data(), copied);
    to[copied] = '\0';
  }
  *length = static_cast<int>(text.size()) + 1;
}

}  // namespace isthmus::engine::mpi
