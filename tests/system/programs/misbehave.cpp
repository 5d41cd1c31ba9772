// A program that goes wrong in the way that its one argument names; what the runtime makes of it is
// what tests/system/test_failures.py looks at.

#include <stdexcept>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"

namespace {

using isthmus::Index1;
using isthmus::Job;
using isthmus::Task;

class Scribe : public isthmus::Chare<Scribe, Index1> {
 public:
  explicit Scribe(bool sound = true) {
    if (!sound && index() == 3) throw std::runtime_error("no paper");
  }

  void write(int page) {
    if (index() == 5) throw std::runtime_error("no ink for page " + std::to_string(page));
  }
  void scribble() {
    if (index() == 5) throw 42;
  }
  Task<void> copy() {
    co_await barrier();
    if (index() == 5) throw std::runtime_error("lost in copy");
  }
  void count() {
    if (index() != 5) contribute("count", 1, isthmus::reduce::sum);
  }
  Task<void> meet() {
    if (index() == 5) co_return;
    co_await barrier();
    contribute("met");
  }
  Task<int> ask() { co_return co_await array()[index() + 1].call<&Scribe::answer>(); }
  Task<int> answer() {
    co_await never_;
    co_return 1;
  }

 private:
  isthmus::Future<void> never_{"an answer that nobody gives"};
};

class Word : public isthmus::Chare<Word, Index1> {
 public:
  void say() {}
};

Task<void> misbehave(Job& job) {
  const std::string how = job.arguments().empty() ? "" : job.arguments().front();
  if (how == "main throws") throw std::runtime_error("no plan");
  if (how == "main throws a number") throw 42;
  if (how == "bad input") {
    throw isthmus::BadInput({isthmus::ErrorCode::bad_input, "no such colour", "plan.txt:7", "red"});
  }
  if (how == "exit status") {
    job.set_exit_status(3);
    co_return;
  }
  const auto scribes = job.create_array<Scribe>(8, isthmus::mapping::block, how != "constructor");
  if (how == "entry") scribes.all().send<&Scribe::write>(12);
  if (how == "one entry") scribes[5].send<&Scribe::write>(12);
  if (how == "number") scribes[5].send<&Scribe::scribble>();
  if (how == "coroutine") scribes.all().send<&Scribe::copy>();
  if (how == "outside") scribes[99].send<&Scribe::write>(1);
  if (how == "missing") {
    job.create_sparse_array<Word>(isthmus::mapping::hashed)[7].send<&Word::say>();
  }
  if (how == "count") {
    scribes.all().send<&Scribe::count>();
    co_await job.reduction<int>("count");
  }
  if (how == "meet") {
    scribes.all().send<&Scribe::meet>();
    co_await job.reduction("met");
  }
  if (how == "ask") co_await scribes[1].call<&Scribe::ask>();
  co_await job.reduction("never");
}

}  // namespace

int main(int argc, char** argv) { return isthmus::run(argc, argv, misbehave); }
