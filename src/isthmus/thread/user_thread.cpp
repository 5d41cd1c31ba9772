#include "isthmus/thread/user_thread.hpp"

#include <cxxabi.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <new>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/thread/register_switch.hpp"
#include "isthmus/thread/sanitizer_switch.hpp"

namespace isthmus::engine {

namespace {

/// What the C++ runtime keeps for a thread about exceptions that are being handled (Itanium C++
/// ABI, 2.2.2): a pointer and a count. Each stack has its own.
using ExceptionState = std::array<std::byte, 2 * sizeof(void*)>;

void exchange_exception_state(ExceptionState& other) {
  void* here = abi::__cxa_get_globals();
  ExceptionState mine;
  std::memcpy(mine.data(), here, mine.size());
  std::memcpy(here, other.data(), other.size());
  other = mine;
}

}  // namespace

class UserThread::Stack {
 public:
  explicit Stack(std::size_t bytes) : page_bytes_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
    const std::size_t pages = (bytes + page_bytes_ - 1) / page_bytes_ + 1;
    mapped_bytes_ = pages * page_bytes_;
    mapped_ = mmap(nullptr, mapped_bytes_, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (mapped_ == MAP_FAILED) throw std::bad_alloc();
    if (mprotect(mapped_, page_bytes_, PROT_NONE) != 0) {
      munmap(mapped_, mapped_bytes_);
      throw std::bad_alloc();
    }
  }
  ~Stack() { munmap(mapped_, mapped_bytes_); }
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;

  void* bottom() const { return static_cast<std::byte*>(mapped_) + page_bytes_; }
  std::size_t bytes() const { return mapped_bytes_ - page_bytes_; }

 private:
  std::size_t page_bytes_;
  std::size_t mapped_bytes_ = 0;
  void* mapped_ = nullptr;
};

struct UserThread::Switch {
  ParkedStack own;
  ParkedStack owner;
  ExceptionState exceptions{};
  detail::SanitizerSwitch sanitizers;
};

UserThread::UserThread(std::function<void()> body, std::size_t stack_bytes)
    : body_(std::move(body)),
      stack_(std::make_unique<Stack>(stack_bytes)),
      switch_(std::make_unique<Switch>()) {
  switch_->own = new_stack(stack_->bottom(), stack_->bytes(), &UserThread::enter, this);
  switch_->sanitizers.created(stack_->bottom(), stack_->bytes());
}

UserThread::~UserThread() {
  ISTHMUS_ASSERT(!runs_);
  unwinding_ = true;
  // One that never began has nothing to unwind: run_body sees the wish at once.
  while (!ended_) switch_in();
  switch_->sanitizers.destroyed();
}

void UserThread::enter(void* self) { static_cast<UserThread*>(self)->run_body(); }

void UserThread::run_body() {
  switch_->sanitizers.after_entering();
  if (!unwinding_) {
    try {
      body_();
    } catch (const Unwinding&) {
      // Ended where it stood.
    } catch (...) {
      exception_ = std::current_exception();
    }
  }
  ended_ = true;
  switch_->sanitizers.before_leaving(true);
  switch_back(switch_->own, switch_->owner);
}

void UserThread::switch_in() {
  runs_ = true;
  exchange_exception_state(switch_->exceptions);
  switch_->sanitizers.before_entering();
  switch_stack(switch_->owner, switch_->own);
  switch_->sanitizers.after_leaving();
  exchange_exception_state(switch_->exceptions);
  runs_ = false;
}

void UserThread::resume() {
  ISTHMUS_ASSERT(!runs_ && !ended_);
  switch_in();
  if (exception_) std::rethrow_exception(std::exchange(exception_, nullptr));
}

void UserThread::suspend() {
  ISTHMUS_ASSERT(runs_);
  if (!unwinding_) {
    switch_->sanitizers.before_leaving(false);
    switch_back(switch_->own, switch_->owner);
    switch_->sanitizers.after_entering();
  }
  if (unwinding_) throw Unwinding();
}

}  // namespace isthmus::engine
