// tests/system/programs/mpi/random_draws.hpp: what ranks of a random program draw.
// The same in all of them, so that they call what fits, and what each does in a way of its own.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <vector>

#include "check.h"

class Draws {
 public:
  void begin(std::uint64_t seed) { state_ = seed; }
  int below(int limit) { return static_cast<int>(next() % static_cast<std::uint64_t>(limit)); }
  bool one_in(int count) { return below(count) == 0; }

  static std::uint64_t mixed(std::uint64_t word) {
    word = (word ^ (word >> 30)) * 0xbf58'476d'1ce4'e5b9U;
    word = (word ^ (word >> 27)) * 0x94d0'49bb'1331'11ebU;
    return word ^ (word >> 31);
  }

 private:
  std::uint64_t next() { return mixed(state_ += 0x9e37'79b9'7f4a'7c15U); }

  std::uint64_t state_ = 0;
};

inline Draws shared;  // of all ranks of a communicator that call something together
inline Draws own;     // of this rank

struct Members {
  MPI_Comm all;
  int rank = 0;
  int count = 0;

  explicit Members(MPI_Comm communicator) : all(communicator) {
    MPI_Comm_rank(all, &rank);
    MPI_Comm_size(all, &count);
  }
};

/// What `of` sends in its place `i`.
inline int value(int salt, int of, int i) {
  return static_cast<int>(Draws::mixed(static_cast<std::uint64_t>(salt) << 40 ^
                                       static_cast<std::uint64_t>(of) << 20 ^
                                       static_cast<std::uint64_t>(i)) %
                          1000);
}

/// Nobody is where the others are.
inline void dawdle() {
  volatile double x = 1;
  for (int i = own.below(2000); i > 0; --i) x = x * 1.0000001 + 0.1;
  if (own.one_in(50)) usleep(static_cast<useconds_t>(own.below(300)));
}

/// All of them, in one of the ways that MPI has.
inline void finish(std::vector<MPI_Request>& requests) {
  const int count = static_cast<int>(requests.size());
  int done = 0, index = 0;
  std::vector<int> indices(requests.size());
  switch (own.below(7)) {
    case 0:
      MPI_Waitall(count, requests.data(), MPI_STATUSES_IGNORE);
      break;
    case 1:
      for (int i = count; i-- > 0;) MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
      break;
    case 2:
      do MPI_Testall(count, requests.data(), &done, MPI_STATUSES_IGNORE);
      while (!done);
      break;
    case 3:
      do MPI_Waitany(count, requests.data(), &index, MPI_STATUS_IGNORE);
      while (index != MPI_UNDEFINED);
      break;
    case 4:
      do MPI_Waitsome(count, requests.data(), &done, indices.data(), MPI_STATUSES_IGNORE);
      while (done != MPI_UNDEFINED);
      break;
    case 5:
      for (MPI_Request& request : requests) {
        do MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        while (!done);
      }
      break;
    default:
      do MPI_Testany(count, requests.data(), &index, &done, MPI_STATUS_IGNORE);
      while (!done || index != MPI_UNDEFINED);
  }
  requests.clear();
}
