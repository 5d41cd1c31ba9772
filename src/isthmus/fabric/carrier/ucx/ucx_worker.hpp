// isthmus/fabric/carrier/ucx/ucx_worker.hpp: what UCX needs in a process, owned.
#pragma once

#include <ucp/api/ucp.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"

namespace isthmus::engine::fabric {

/// "no such device", as UCX says it.
std::string ucx_text(ucs_status_t status);

/// A context and its one worker, made for active messages. One thread at a time. Which networks it
/// takes is UCX's choice, and the user's by UCX's own environment variables.
class UcxWorker {
 public:
  /// ErrorCode::io where UCX finds no network, or is configured wrongly.
  static Expected<std::unique_ptr<UcxWorker>> make();
  ~UcxWorker();
  UcxWorker(const UcxWorker&) = delete;
  UcxWorker& operator=(const UcxWorker&) = delete;

  ucp_worker_h handle() const { return worker_; }
  /// What other processes need to reach it.
  Expected<std::vector<std::byte>> address() const;
  /// Readable after arm, when something has come. Constant.
  int descriptor() const { return descriptor_; }
  /// False where there is something to progress already.
  bool arm() { return ucp_worker_arm(worker_) == UCS_OK; }

 private:
  UcxWorker() = default;

  ucp_context_h context_ = nullptr;
  ucp_worker_h worker_ = nullptr;
  int descriptor_ = -1;
};

}  // namespace isthmus::engine::fabric
