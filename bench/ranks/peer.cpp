// subjects.c on another MPI, two ranks on two cores: starts them under that one's mpirun.
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <vector>

/// The exit status of a benchmark that lacks what it would measure; its last line says what.
constexpr int skipped = 77;

int main() {
  std::vector<const char*> words{PEER_MPIRUN};
  for (const char* word : {PEER_OPTIONS "-np", "2", PEER_SUBJECTS, PEER_NAME, "two", "messages",
                           "stencil", "gradients"}) {
    words.push_back(word);
  }
  words.push_back(nullptr);
  execv(PEER_MPIRUN, const_cast<char**>(words.data()));
  std::perror(PEER_MPIRUN);
  return errno == ENOENT ? skipped : 1;
}
