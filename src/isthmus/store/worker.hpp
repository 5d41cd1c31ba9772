// isthmus/store/worker.hpp: what is done beside the job.
#pragma once

#include <functional>

namespace isthmus::engine::store {

/// Does work that takes long or waits for a disk, one after the other, while whoever orders it goes
/// on. Any thread.
class Worker {
 public:
  virtual ~Worker() = default;
  virtual void order(std::function<void()> work) = 0;
};

}  // namespace isthmus::engine::store
