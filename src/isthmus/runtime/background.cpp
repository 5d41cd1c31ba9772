#include "isthmus/runtime/background.hpp"

#include <pthread.h>
#include <sched.h>

#include <utility>

namespace isthmus::engine::runtime {

Background::Background() : thread_([this] { run(); }) {}

Background::~Background() {
  {
    const std::lock_guard lock(lock_);
    ends_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Background::order(std::function<void()> work) {
  {
    const std::lock_guard lock(lock_);
    orders_.push_back(std::move(work));
  }
  changed_.notify_all();
}

void Background::run() {
  // Ordered by a PE that has more to do now than before: it stays on its processor when this thread
  // wakes. The thread has its share nevertheless.
  const sched_param none{};
  pthread_setschedparam(pthread_self(), SCHED_BATCH, &none);
  std::unique_lock lock(lock_);
  while (true) {
    changed_.wait(lock, [this] { return ends_ || !orders_.empty(); });
    if (orders_.empty()) return;
    const std::function<void()> work = std::move(orders_.front());
    orders_.pop_front();
    lock.unlock();
    work();
    lock.lock();
  }
}

}  // namespace isthmus::engine::runtime
