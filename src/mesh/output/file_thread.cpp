#include "mesh/output/file_thread.hpp"

#include <utility>

namespace isthmus::mesh {

FileThread::~FileThread() {
  {
    const std::scoped_lock lock(lock_);
    ends_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void FileThread::order(std::function<void()> work) {
  {
    const std::scoped_lock lock(lock_);
    orders_.push_back(std::move(work));
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  }
  changed_.notify_all();
}

void FileThread::wait() {
  std::unique_lock lock(lock_);
  changed_.wait(lock, [this] { return orders_.empty() && !is_working_; });
}

void FileThread::run() {
  std::unique_lock lock(lock_);
  while (true) {
    changed_.wait(lock, [this] { return ends_ || !orders_.empty(); });
    if (orders_.empty()) return;
    const std::function<void()> work = std::move(orders_.front());
    orders_.pop_front();
    is_working_ = true;
    lock.unlock();
    work();
    lock.lock();
    is_working_ = false;
    if (orders_.empty()) changed_.notify_all();
  }
}

}  // namespace isthmus::mesh
