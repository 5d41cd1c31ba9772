// A random program: what its ranks call together is drawn from a seed, how each of them does it by
// each of them, and everything that comes is checked. Words: the seed, how many operations, and
// "spawns" where it may start ranks.
#include <cstdlib>
#include <string>
#include <utility>

#include "random_collectives.hpp"
#include "random_draws.hpp"
#include "random_messages.hpp"
#include "random_windows.hpp"

namespace {

std::string program;
bool spawns = false;
std::vector<MPI_Comm> made;  // communicators of all ranks

/// A communicator of all ranks.
MPI_Comm drawn() {
  return made[static_cast<std::size_t>(shared.below(static_cast<int>(made.size())))];
}

void exchange_and_call(MPI_Comm all, int salt) {
  exchange_messages(all, salt);
  call_collective(all, salt + 1);
}

/// Operations are under way while their members send each other messages, and call another one.
void mix(int salt) {
  const Members one(drawn()), other(drawn());
  std::vector<MPI_Request> requests(4);
  const int number = one.rank + 1, square = other.rank * other.rank;
  int sum = 0, told = one.rank == 0 ? salt : -1;
  std::vector<int> squares(static_cast<std::size_t>(other.count));
  MPI_Iallreduce(&number, &sum, 1, MPI_INT, MPI_SUM, one.all, &requests[0]);
  MPI_Iallgather(&square, 1, MPI_INT, squares.data(), 1, MPI_INT, other.all, &requests[1]);
  MPI_Ibarrier(one.all, &requests[2]);
  MPI_Ibcast(&told, 1, MPI_INT, 0, one.all, &requests[3]);
  exchange_and_call(other.all, salt);
  finish(requests);
  CHECK(sum == one.count * (one.count + 1) / 2 && told == salt);
  for (int i = 0; i < other.count; ++i) CHECK(squares[static_cast<std::size_t>(i)] == i * i);
}

/// A ring that is made once and turns several times.
void turn(int salt) {
  const Members members(drawn());
  const int steps = 1 + shared.below(members.count), parts = 1 + shared.below(4);
  const int length = parts * (1 + shared.below(2000)), rounds = 1 + shared.below(5);
  const bool is_in_parts = shared.one_in(2);
  const int to = (members.rank + steps) % members.count;
  const int from = (members.rank + members.count - steps % members.count) % members.count;
  std::vector<int> given(static_cast<std::size_t>(length)), got(given.size());
  MPI_Request requests[2];
  if (is_in_parts) {
    MPI_Psend_init(given.data(), parts, length / parts, MPI_INT, to, 5, members.all, MPI_INFO_NULL,
                   &requests[0]);
    MPI_Precv_init(got.data(), 1, length, MPI_INT, from, 5, members.all, MPI_INFO_NULL,
                   &requests[1]);
  } else {
    MPI_Send_init(given.data(), length, MPI_INT, to, 5, members.all, &requests[0]);
    MPI_Recv_init(got.data(), length, MPI_INT, from, 5, members.all, &requests[1]);
  }
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < length; ++i) {
      given[static_cast<std::size_t>(i)] = value(salt + round, members.rank, i);
    }
    const int first = own.below(2);
    MPI_Start(&requests[first]);
    MPI_Start(&requests[1 - first]);
    for (int part = parts; is_in_parts && part-- > 0;) {
      MPI_Pready(part, requests[0]);
      if (own.one_in(3)) dawdle();
    }
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < length; ++i) {
      CHECK(got[static_cast<std::size_t>(i)] == value(salt + round, from, i));
    }
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
}

void in_session(int salt) {
  MPI_Session session;
  MPI_Group group;
  MPI_Comm all;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  MPI_Comm_create_from_group(group, std::to_string(salt).c_str(), MPI_INFO_NULL,
                             MPI_ERRORS_ARE_FATAL, &all);
  exchange_and_call(all, salt);
  MPI_Group_free(&group);
  MPI_Comm_free(&all);
  MPI_Session_finalize(&session);
}

void between_halves(int salt) {
  const Members members(drawn());
  if (members.count < 2) return;
  const int border = 1 + shared.below(members.count - 1);
  const bool is_low = members.rank < border;
  MPI_Comm half, both, merged;
  MPI_Comm_split(members.all, is_low, members.rank, &half);
  MPI_Intercomm_create(half, 0, members.all, is_low ? border : 0, 77, &both);
  int sum = 0, expected = 0;
  MPI_Allreduce(&members.rank, &sum, 1, MPI_INT, MPI_SUM, both);
  for (int i = 0; i < members.count; ++i) expected += (i < border) != is_low ? i : 0;
  CHECK(sum == expected);
  MPI_Barrier(both);
  MPI_Intercomm_merge(both, shared.one_in(2) == is_low, &merged);
  exchange_and_call(merged, salt);
  MPI_Comm_free(&merged);
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
}

void make_another() {
  const Members members(drawn());
  const int way = shared.below(5), key = shared.below(1000);
  MPI_Comm another = MPI_COMM_NULL;
  MPI_Request request;
  MPI_Group group;
  MPI_Comm_group(members.all, &group);
  if (way == 0) MPI_Comm_dup(members.all, &another);
  if (way == 1) MPI_Comm_split(members.all, 0, value(key, members.rank, 0), &another);
  if (way == 2) {
    MPI_Comm_idup(members.all, &another, &request);
    dawdle();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  if (way == 3) MPI_Comm_create(members.all, group, &another);
  if (way == 4) MPI_Comm_create_group(members.all, group, key, &another);
  MPI_Group_free(&group);
  made.push_back(another);
}

/// Each part goes its own way.
void in_parts(int salt) {
  const Draws kept = shared;
  const int parts = 1 + shared.below(3);
  MPI_Comm part;
  MPI_Comm_split(MPI_COMM_WORLD, rank_ % parts, rank_, &part);
  shared.begin(static_cast<std::uint64_t>(salt + rank_ % parts));
  for (int i = 0; i < 3; ++i) exchange_and_call(part, salt + 10 * i);
  MPI_Comm_free(&part);
  shared = kept;
}

void with_parents_or_children(MPI_Comm both, bool is_high, int all_count, int salt) {
  MPI_Comm merged;
  MPI_Intercomm_merge(both, is_high, &merged);
  const int one = 1;
  int sum = 0;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, merged);
  CHECK(all_count == 0 || sum == all_count);
  shared.begin(static_cast<std::uint64_t>(salt));
  exchange_and_call(merged, salt);
  exchange_messages(merged, salt + 2);
  MPI_Comm_free(&merged);
  MPI_Comm_disconnect(&both);
}

void spawn(int salt) {
  const int count = 1 + shared.below(2);
  const Draws kept = shared;
  std::string words[] = {"child", std::to_string(salt)};
  char* arguments[] = {words[0].data(), words[1].data(), nullptr};
  MPI_Comm children;
  MPI_Comm_spawn(program.c_str(), arguments, count, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                 MPI_ERRCODES_IGNORE);
  with_parents_or_children(children, false, size_ + count, salt);
  shared = kept;
}

void operate() {
  const int what = shared.below(spawns ? 14 : 13), salt = shared.below(1'000'000);
  if (what < 3) return exchange_messages(drawn(), salt);
  if (what < 6) return call_collective(drawn(), salt);
  if (what == 6) return mix(salt);
  if (what == 7) return RandomWindow(drawn()).run();
  if (what == 8) return in_session(salt);
  if (what == 9) return between_halves(salt);
  if (what == 10) return turn(salt);
  if (what == 13) return spawn(salt);
  if (what == 12) return in_parts(salt);
  if (made.size() < 6) return make_another();
  MPI_Comm_free(&made.back());
  made.pop_back();
}

}  // namespace

int main(int argc, char** argv) {
  begin(&argc, &argv);
  program = argv[0];
  if (argc == 3 && std::string(argv[1]) == "child") {
    MPI_Comm parents;
    MPI_Comm_get_parent(&parents);
    own.begin(static_cast<std::uint64_t>(rank_));
    with_parents_or_children(parents, true, 0, std::atoi(argv[2]));
    MPI_Finalize();
    return 0;
  }
  const int seed = std::atoi(argv[1]), operations = std::atoi(argv[2]);
  spawns = argc > 3;
  shared.begin(static_cast<std::uint64_t>(seed) << 32);
  own.begin(static_cast<std::uint64_t>(seed) << 32 | static_cast<std::uint64_t>(rank_ + 1));
  made = {MPI_COMM_WORLD, MPI_COMM_NULL};
  MPI_Comm_dup(MPI_COMM_WORLD, &made[1]);
  for (int i = 0; i < operations; ++i) operate();
  for (std::size_t i = 1; i < made.size(); ++i) MPI_Comm_free(&made[i]);
  return end();
}
