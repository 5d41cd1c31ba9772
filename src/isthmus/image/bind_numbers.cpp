// The rand family: each rank draws libc's numbers from a state of its own, which begins with seed 1
// as in any C program.
#include <cstdint>
#include <cstdlib>

#include "isthmus/image/binding.hpp"

namespace isthmus::engine::image {

namespace {

random_data* random_of(LibcState& libc) {
  if (!libc.random_began) {
    libc.random_began = true;
    initstate_r(1, libc.random_state.data(), libc.random_state.size(), &libc.random);
  }
  return &libc.random;
}

void seed_random(unsigned seed, Header* header) { srandom_r(seed, random_of(header->libc)); }

long next_random(Header* header) {
  std::int32_t number = 0;
  random_r(random_of(header->libc), &number);
  return number;
}

int next_rand(Header* header) { return static_cast<int>(next_random(header)); }

drand48_data* drand_of(LibcState& libc) { return &libc.drand; }

double next_drand(Header* header) {
  double number = 0;
  drand48_r(drand_of(header->libc), &number);
  return number;
}

double next_drand_of(unsigned short* state, Header* header) {
  double number = 0;
  erand48_r(state, drand_of(header->libc), &number);
  return number;
}

long next_long(Header* header) {
  long number = 0;
  lrand48_r(drand_of(header->libc), &number);
  return number;
}

long next_long_of(unsigned short* state, Header* header) {
  long number = 0;
  nrand48_r(state, drand_of(header->libc), &number);
  return number;
}

long next_signed_long(Header* header) {
  long number = 0;
  mrand48_r(drand_of(header->libc), &number);
  return number;
}

long next_signed_long_of(unsigned short* state, Header* header) {
  long number = 0;
  jrand48_r(state, drand_of(header->libc), &number);
  return number;
}

void seed_drand(long seed, Header* header) { srand48_r(seed, drand_of(header->libc)); }

}  // namespace

std::vector<Binding> number_bindings() {
  return {
      bind("rand", &next_rand),           bind("random", &next_random),
      bind("srand", &seed_random),        bind("srandom", &seed_random),
      bind("drand48", &next_drand),       bind("erand48", &next_drand_of),
      bind("lrand48", &next_long),        bind("nrand48", &next_long_of),
      bind("mrand48", &next_signed_long), bind("jrand48", &next_signed_long_of),
      bind("srand48", &seed_drand),
  };
}

}  // namespace isthmus::engine::image
