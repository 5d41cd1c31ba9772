// isthmus/fabric/carrier/ready_frames.hpp: frames that come whenever they like, delivered within a
// budget.
#pragma once

#include <deque>
#include <utility>

#include "isthmus/fabric/device.hpp"
#include "isthmus/message/pool.hpp"

namespace isthmus::engine::fabric {

/// Between something that hands over as many frames as it has, and a receiver that takes no more
/// than a call of progress may deliver. One thread at a time.
class ReadyFrames {
 public:
  void attach(Receiver& above) { above_ = &above; }
  /// A call of progress begins: what has waited goes first.
  void begin(int budget) {
    left_ = budget;
    for (; left_ > 0 && !waiting_.empty(); --left_) {
      Frame frame = std::move(waiting_.front());
      waiting_.pop_front();
      above_->deliver(std::move(frame));
    }
  }
  /// From within progress.
  void deliver(Frame frame) {
    if (left_ <= 0 || !waiting_.empty()) return waiting_.push_back(std::move(frame));
    --left_;
    above_->deliver(std::move(frame));
  }
  int left() const { return left_; }
  bool is_empty() const { return waiting_.empty(); }
  void drop(Pool& pool) {
    for (Frame& frame : waiting_) pool.release(std::move(frame.message));
    waiting_.clear();
  }

 private:
  Receiver* above_ = nullptr;
  int left_ = 0;
  std::deque<Frame> waiting_;
};

}  // namespace isthmus::engine::fabric
