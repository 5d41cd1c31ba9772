// mesh/output/file_thread.hpp: a thread that writes files while steps go on.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace isthmus::mesh {

/// Who does work that waits for disks, one piece after the other. Where it is empty, whoever has
/// the work does it at once: in virtual time, and in the serial driver.
using WorkOrder = std::function<void(std::function<void()>)>;

/// Does it on a thread of its own, which the first piece of work starts. Any thread may order.
class FileThread {
 public:
  FileThread() = default;
  /// When all is done.
  ~FileThread();
  FileThread(const FileThread&) = delete;
  FileThread& operator=(const FileThread&) = delete;

  void order(std::function<void()> work);
  /// Returns when all that was ordered is done.
  void wait();

 private:
  void run();

  std::mutex lock_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> orders_;  // under lock_
  bool is_working_ = false;                   // likewise
  bool ends_ = false;                         // likewise
  std::thread thread_;                        // likewise, until it ends
};

}  // namespace isthmus::mesh
