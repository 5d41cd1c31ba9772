// What C++ programs need of a loader: constructors before main, thread-local objects, exceptions
// through many frames and across a stop, streams, virtual functions, destructors at the end.
#include <cmath>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "isthmus/image/programs/host.h"

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): they are what is tried.
namespace {

std::map<int, std::string> book{{1, "one"}, {2, "two"}};

struct Counted {
  explicit Counted(const char* text) : label(text) { ++alive; }
  ~Counted() {
    --alive;
    host_say((std::string("destroyed ") + label).c_str());
  }
  const char* label;
  static int alive;
};
int Counted::alive = 0;

const Counted first("the static object");
thread_local int deep = 7;
thread_local const char* const word = "thread-local";
thread_local Counted second("the thread-local object");
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

struct Shape {
  virtual ~Shape() = default;
  virtual long area() const { return 1; }
};
struct Square : Shape {
  explicit Square(long side) : length(side) {}
  long area() const override { return length * length; }
  long length;
};

int next_ticket() {
  static int tickets = 100;
  return ++tickets;
}

void descend(int depth) {
  const std::string local(static_cast<std::size_t>(40 + depth), 'x');
  if (local.size() == 40) {
    host_pause();
    throw std::runtime_error("from rank " + std::to_string(host_rank()));
  }
  descend(depth - 1);
}

std::string caught() {
  try {
    descend(6);
  } catch (const std::exception& error) {
    // Another rank throws meanwhile: what is being handled is each rank's own.
    host_pause();
    try {
      throw;
    } catch (const std::runtime_error& again) {
      return std::string(again.what()) == error.what() ? again.what() : "another one";
    }
  }
  return "nothing";
}

}  // namespace

int main() {
  const long rank = host_rank();
  deep += static_cast<int>(rank);
  book[static_cast<int>(rank) + 10] = "rank " + std::to_string(rank);
  const std::unique_ptr<Shape> shape = std::make_unique<Square>(rank + 2);
  const std::function<double(double)> plus = [rank](double x) {
    return x + static_cast<double>(rank);
  };
  std::cout << std::setprecision(3 + static_cast<int>(rank));
  host_pause();
  for (long i = 0; i <= rank; ++i) next_ticket();
  std::ostringstream line;
  line << std::setprecision(static_cast<int>(std::cout.precision())) << std::acos(-1.0) << ' '
       << book.rbegin()->second << ' ' << book.size() << ' ' << deep << ' ' << word << ' '
       << shape->area() << ' ' << plus(1) << ' ' << next_ticket() << ' ' << (&second)->label << ' '
       << Counted::alive;
  host_say(line.str().c_str());
  host_say(caught().c_str());
  return static_cast<int>(rank);
}
