#include "isthmus/fabric/carrier/ucx/ucx_worker.hpp"

#include <span>

namespace isthmus::engine::fabric {

std::string ucx_text(ucs_status_t status) { return ucs_status_string(status); }

Expected<std::unique_ptr<UcxWorker>> UcxWorker::make() {
  const auto failed = [](const char* what, ucs_status_t status) {
    return fail(ErrorCode::io, std::string("UCX: ") + what + ": " + ucx_text(status));
  };
  std::unique_ptr<UcxWorker> made(new UcxWorker);

  ucp_config_t* config = nullptr;
  if (const auto status = ucp_config_read(nullptr, nullptr, &config); status != UCS_OK) {
    return failed("cannot read its configuration", status);
  }
  ucp_params_t wanted{};
  wanted.field_mask = UCP_PARAM_FIELD_FEATURES;
  wanted.features = UCP_FEATURE_AM | UCP_FEATURE_WAKEUP;
  const ucs_status_t begun = ucp_init(&wanted, config, &made->context_);
  ucp_config_release(config);
  if (begun != UCS_OK) return failed("cannot begin", begun);

  ucp_worker_params_t worker{};
  worker.field_mask = UCP_WORKER_PARAM_FIELD_THREAD_MODE;
  worker.thread_mode = UCS_THREAD_MODE_SERIALIZED;
  if (const auto status = ucp_worker_create(made->context_, &worker, &made->worker_);
      status != UCS_OK) {
    return failed("cannot make a worker", status);
  }
  if (const auto status = ucp_worker_get_efd(made->worker_, &made->descriptor_); status != UCS_OK) {
    return failed("has nothing to sleep on", status);
  }
  return made;
}

UcxWorker::~UcxWorker() {
  if (worker_ != nullptr) ucp_worker_destroy(worker_);
  if (context_ != nullptr) ucp_cleanup(context_);
}

Expected<std::vector<std::byte>> UcxWorker::address() const {
  ucp_address_t* address = nullptr;
  std::size_t size = 0;
  if (const auto status = ucp_worker_get_address(worker_, &address, &size); status != UCS_OK) {
    return fail(ErrorCode::io, "UCX: a worker has no address: " + ucx_text(status));
  }
  const auto bytes = std::as_bytes(std::span(reinterpret_cast<const char*>(address), size));
  std::vector<std::byte> copy(bytes.begin(), bytes.end());
  ucp_worker_release_address(worker_, address);
  return copy;
}

}  // namespace isthmus::engine::fabric
