// Ends by std::terminate, or by exit() in the middle.
#include <cstdlib>
#include <stdexcept>

#include "isthmus/image/programs/host.h"

namespace {
void leave() { host_say("at exit"); }
}  // namespace

int main(int argc, char** argv) {
  std::atexit(leave);
  if (argc > 1 && *argv[1] == 'e') std::exit(33);
  if (argc > 1 && *argv[1] == 'a') std::abort();
  if (argc > 1 && *argv[1] == 'q') std::_Exit(34);
  throw std::logic_error("nobody catches this");
}
