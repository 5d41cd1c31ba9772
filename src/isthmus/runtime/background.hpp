// isthmus/runtime/background.hpp: a thread for work that takes long or waits for disks.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "isthmus/store/worker.hpp"

namespace isthmus::engine::runtime {

/// Does what it is told, one after the other, on a thread of its own. Any thread may tell it.
class Background final : public store::Worker {
 public:
  Background();
  /// When all is done.
  ~Background() override;
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  void order(std::function<void()> work) override;

 private:
  void run();

  std::mutex lock_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> orders_;  // under lock_
  bool ends_ = false;                         // likewise
  std::thread thread_;                        // last: it uses all the others
};

}  // namespace isthmus::engine::runtime
