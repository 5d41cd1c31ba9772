#include <pmix.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <utility>

#include "isthmus/bootstrap/body.hpp"
#include "isthmus/bootstrap/manager/pmix.hpp"
#include "isthmus/bootstrap/membership.hpp"

namespace isthmus::engine::bootstrap {

namespace {

constexpr std::size_t value_bytes_max = std::size_t{1} << 20;
constexpr TimeNs s_ns = 1'000'000'000;

Error failed(const std::string& what, pmix_status_t status) {
  return {ErrorCode::unreachable, what + ": " + PMIx_Error_string(status), "PMIx"};
}

/// What PMIx_Get hands out, given back in the end.
struct ValueDeleter {
  void operator()(pmix_value_t* value) const { PMIX_VALUE_RELEASE(value); }
};
using Value = std::unique_ptr<pmix_value_t, ValueDeleter>;

std::pair<pmix_status_t, Value> get(const pmix_proc_t& of, const char* key) {
  pmix_value_t* value = nullptr;
  const pmix_status_t status = PMIx_Get(&of, key, nullptr, 0, &value);
  return {status, Value(status == PMIX_SUCCESS ? value : nullptr)};
}

/// What waits for a fence to end, and the library's thread that tells of it, whichever is last.
struct Fence {
  std::mutex mutex;
  std::condition_variable ended;
  bool has_ended = false;

  /// One that fails, because somebody was killed, is not over: the manager has seen that, or will.
  static void end(pmix_status_t status, void* self) {
    const std::unique_ptr<std::shared_ptr<Fence>> fence(static_cast<std::shared_ptr<Fence>*>(self));
    if (status != PMIX_SUCCESS) return;
    const std::lock_guard lock((*fence)->mutex);
    (*fence)->has_ended = true;
    (*fence)->ended.notify_all();
  }
};

/// The manager is gone, and can no longer end what it started: the process ends as if told to. On
/// the library's thread. A connection that another process has lost is no concern of this one.
void end_with_manager(std::size_t, pmix_status_t, const pmix_proc_t* source, pmix_info_t*,
                      std::size_t, pmix_info_t*, std::size_t,
                      pmix_event_notification_cbfunc_fn_t handled, void* for_handled) {
  const char* own = std::getenv("PMIX_NAMESPACE");
  const bool is_server = source == nullptr || own == nullptr || source->nspace != std::string(own);
  if (is_server) kill(getpid(), SIGTERM);
  if (handled != nullptr) {
    handled(PMIX_EVENT_ACTION_COMPLETE, nullptr, 0, nullptr, nullptr, for_handled);
  }
}

class PmixManager final : public Manager {
 public:
  PmixManager(const pmix_proc_t& self, std::uint32_t size, std::string hostname)
      : self_(self), size_(size), hostname_(std::move(hostname)) {}
  ~PmixManager() override { PMIx_Finalize(nullptr, 0); }
  PmixManager(const PmixManager&) = delete;
  PmixManager& operator=(const PmixManager&) = delete;

  std::uint32_t rank() const override { return self_.rank; }
  std::uint32_t size() const override { return size_; }
  const std::string& hostname() const override { return hostname_; }
  Expected<std::vector<Bytes>> exchange(std::span<const std::byte> mine,
                                        TimeNs timeout_ns) override;
  void await_others(TimeNs limit_ns) override;

 private:
  Expected<void> put(const std::string& key, std::span<const std::byte> bytes) const;

  pmix_proc_t self_;
  std::uint32_t size_;
  std::string hostname_;
  std::uint32_t exchange_count_ = 0;
};

Expected<void> PmixManager::put(const std::string& key, std::span<const std::byte> bytes) const {
  // The library copies the bytes, and takes them by a pointer to what is not constant.
  Bytes copy(bytes.begin(), bytes.end());
  pmix_value_t value;
  PMIX_VALUE_CONSTRUCT(&value);
  value.type = PMIX_BYTE_OBJECT;
  value.data.bo.bytes = reinterpret_cast<char*>(copy.data());
  value.data.bo.size = copy.size();
  if (const auto status = PMIx_Put(PMIX_GLOBAL, key.c_str(), &value); status != PMIX_SUCCESS) {
    return std::unexpected(failed("cannot hand on a value", status));
  }
  if (const auto status = PMIx_Commit(); status != PMIX_SUCCESS) {
    return std::unexpected(failed("cannot hand on values", status));
  }
  return {};
}

Expected<std::vector<Bytes>> PmixManager::exchange(std::span<const std::byte> mine,
                                                   TimeNs timeout_ns) {
  const std::string key = "isthmus." + std::to_string(exchange_count_++);
  if (auto done = put(key, mine); !done) return forward_error(done);
  std::array<pmix_info_t, 2> how;
  const bool collect = true;
  const int timeout_s = static_cast<int>(std::clamp<TimeNs>(timeout_ns / s_ns, 1, 1'000'000));
  PMIX_INFO_LOAD(&how[0], PMIX_COLLECT_DATA, &collect, PMIX_BOOL);
  PMIX_INFO_LOAD(&how[1], PMIX_TIMEOUT, &timeout_s, PMIX_INT);
  const auto fenced = PMIx_Fence(nullptr, 0, how.data(), how.size());
  for (pmix_info_t& info : how) PMIX_INFO_DESTRUCT(&info);
  if (fenced != PMIX_SUCCESS) {
    return std::unexpected(
        failed("not all processes of this job came to exchange addresses", fenced));
  }
  std::vector<Bytes> all;
  for (std::uint32_t rank = 0; rank < size_; ++rank) {
    pmix_proc_t peer;
    PMIX_LOAD_PROCID(&peer, self_.nspace, rank);
    const auto [status, value] = get(peer, key.c_str());
    if (status != PMIX_SUCCESS) {
      return std::unexpected(failed("nothing from rank " + std::to_string(rank), status));
    }
    if (value->type != PMIX_BYTE_OBJECT || value->data.bo.size > value_bytes_max) {
      return fail(ErrorCode::malformed,
                  "rank " + std::to_string(rank) + " handed on something else than bytes", "PMIx");
    }
    const auto* bytes = reinterpret_cast<const std::byte*>(value->data.bo.bytes);
    all.emplace_back(bytes, bytes + value->data.bo.size);
  }
  return all;
}

void PmixManager::await_others(TimeNs limit_ns) {
  const auto fence = std::make_shared<Fence>();
  auto held = std::make_unique<std::shared_ptr<Fence>>(fence);
  // On success the callback takes what it was given.
  if (PMIx_Fence_nb(nullptr, 0, nullptr, 0, Fence::end, held.get()) != PMIX_SUCCESS) return;
  static_cast<void>(held.release());
  std::unique_lock lock(fence->mutex);
  fence->ended.wait_for(lock, std::chrono::nanoseconds(limit_ns), [&] { return fence->has_ended; });
}

std::string hostname_of(const pmix_proc_t& self) {
  const auto [status, value] = get(self, PMIX_HOSTNAME);
  if (status == PMIX_SUCCESS && value->type == PMIX_STRING && value->data.string != nullptr) {
    return std::string(value->data.string).substr(0, text_bytes_max);
  }
  return this_process({}).hostname;
}

}  // namespace

std::string why_no_pmix() { return {}; }

Expected<std::unique_ptr<Manager>> connect_to_pmix() {
  if (!has_pmix_server()) {
    return fail(ErrorCode::bad_input, "no PMIx server has started this process", {},
                "mpirun, prterun or srun --mpi=pmix");
  }
  pmix_proc_t self;
  if (const auto status = PMIx_Init(&self, nullptr, 0); status != PMIX_SUCCESS) {
    return fail(ErrorCode::bad_input,
                std::string("the PMIx server that the environment names does not answer: ") +
                    PMIx_Error_string(status),
                {}, "mpirun, prterun or srun --mpi=pmix, or --bootstrap rendezvous");
  }
  pmix_proc_t all;
  PMIX_LOAD_PROCID(&all, self.nspace, PMIX_RANK_WILDCARD);
  const auto [status, size] = get(all, PMIX_JOB_SIZE);
  if (status != PMIX_SUCCESS || size->type != PMIX_UINT32 || size->data.uint32 <= self.rank) {
    PMIx_Finalize(nullptr, 0);
    return fail(ErrorCode::bad_input, "the PMIx server does not say how many processes it started",
                {}, "a server of PMIx 2 or later");
  }
  pmix_status_t lost = PMIX_ERR_LOST_CONNECTION;
  PMIx_Register_event_handler(&lost, 1, nullptr, 0, end_with_manager, nullptr, nullptr);
  return std::make_unique<PmixManager>(self, size->data.uint32, hostname_of(self));
}

}  // namespace isthmus::engine::bootstrap
