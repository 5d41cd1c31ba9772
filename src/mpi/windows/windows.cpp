// Windows: how they are made, what is known of them, how they go (MPI 5.0, 12.2 and 7.7.3).
#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "isthmus/image/address.hpp"
#include "isthmus/image/heap.hpp"
#include "mpi/abi/mpi.h"
#include "mpi/calls.hpp"
#include "mpi/communicators/attribute_keys.hpp"

namespace isthmus::engine::mpi {

namespace {

using image::pointer_to;

// --- making them ---------------------------------------------------------------------------------

/// What programs are told by address, in the rank's heap.
struct Constants {
  MPI_Aint bytes = 0;
  int unit = 1;
  int flavour = 0;
  int model = MPI_WIN_UNIFIED;
};

/// What a window is by default; the program's own wishes take the place of these.
Info hints(Rank& rank, MPI_Info wished, int flavour) {
  Info info{{"no_locks", "false"},
            {"accumulate_ordering", "rar,raw,war,waw"},
            {"accumulate_ops", "same_op_no_op"},
            {"same_size", "false"},
            {"same_disp_unit", "false"}};
  if (flavour == MPI_WIN_FLAVOR_SHARED) info.emplace_back("alloc_shared_noncontig", "false");
  const Info* const given = rank.state().infos.find(number_of(wished));
  if (given == nullptr) return info;
  for (auto& [key, value] : info) {
    const auto found = std::ranges::find(*given, key, &Info::value_type::first);
    if (found != given->end()) value = found->second;
  }
  return info;
}

int begin_window(Rank& rank, Window made, MPI_Info info, MPI_Comm comm, MPI_Win* win,
                 std::uint64_t request) {
  Communicator* const communicator = rank.find_communicator(number_of(comm));
  if (communicator == nullptr) return no_communicator(rank);
  if (communicator->remote) {
    return rank.fail(number_of(comm), MPI_ERR_COMM, "a communicator of two groups");
  }
  if (made.bytes < 0) return rank.fail(number_of(comm), MPI_ERR_SIZE, "a negative size");
  if (made.unit <= 0) {
    return rank.fail(number_of(comm), MPI_ERR_DISP, "a unit of displacements that is not positive");
  }
  image::Heap& heap = rank.machine().heap();
  void* const constants = heap.allocate(sizeof(Constants));
  if (constants == nullptr) {
    return rank.fail(number_of(comm), MPI_ERR_NO_MEM, "no memory left for the rank");
  }
  if (made.flavour == MPI_WIN_FLAVOR_ALLOCATE) {
    void* const block =
        heap.allocate_aligned(64, static_cast<std::size_t>(std::max<std::int64_t>(1, made.bytes)));
    if (block == nullptr) {
      heap.free(constants);
      return rank.fail(number_of(comm), MPI_ERR_NO_MEM, "no memory left for the rank");
    }
    made.block = std::bit_cast<std::uint64_t>(block);
    made.base = made.block;
  }
  made.constants_at = std::bit_cast<std::uint64_t>(
      new (constants) Constants{made.bytes, static_cast<int>(made.unit), made.flavour});
  made.error_handler = number_of(MPI_ERRORS_ARE_FATAL);
  made.info = hints(rank, info, made.flavour);
  made.handle_at = std::bit_cast<std::uint64_t>(win);
  made.step = Window::Step::communicator;
  made.step_request = request;
  Windows& windows = rank.state().windows;
  if (made.flavour == MPI_WIN_FLAVOR_SHARED) ++windows.shared_count;
  Request& begun = *rank.state().requests.find(request);
  begun.kind = Request::Kind::window;
  begun.communicator = number_of(comm);
  begun.window = windows.table.add(std::move(made));
  const CollectiveName name = Rank::next_collective(*communicator);
  const Group group = communicator->group;
  const bool is_first = communicator->rank == 0;
  rank.add_making(name, {.kind = CollectiveKind::create,
                         .communicator = number_of(comm),
                         .request = request,
                         .made_at = std::bit_cast<std::uint64_t>(win),
                         .knows_group = true,
                         .group = group});
  if (is_first) rank.tell_of_communicator(name, group);
  return MPI_SUCCESS;
}

Window window_of(int flavour, std::int64_t bytes, std::int64_t unit) {
  Window window;
  window.flavour = flavour;
  window.bytes = bytes;
  window.unit = unit;
  return window;
}
int begin_create(Rank& rank, void* base, MPI_Aint bytes, MPI_Aint unit, MPI_Info info,
                 MPI_Comm comm, MPI_Win* win, std::uint64_t request) {
  Window window = window_of(MPI_WIN_FLAVOR_CREATE, bytes, unit);
  window.base = std::bit_cast<std::uint64_t>(base);
  return begin_window(rank, std::move(window), info, comm, win, request);
}
template <int Flavour>
int begin_allocate(Rank& rank, MPI_Aint bytes, MPI_Aint unit, MPI_Info info, MPI_Comm comm,
                   void* at, MPI_Win* win, std::uint64_t request) {
  Window window = window_of(Flavour, bytes, unit);
  window.base_at = std::bit_cast<std::uint64_t>(at);
  return begin_window(rank, std::move(window), info, comm, win, request);
}
int begin_create_dynamic(Rank& rank, MPI_Info info, MPI_Comm comm, MPI_Win* win,
                         std::uint64_t request) {
  return begin_window(rank, window_of(MPI_WIN_FLAVOR_DYNAMIC, 0, 1), info, comm, win, request);
}
constexpr auto begin_allocate_own = begin_allocate<MPI_WIN_FLAVOR_ALLOCATE>;
constexpr auto begin_allocate_shared = begin_allocate<MPI_WIN_FLAVOR_SHARED>;

int begin_free(Rank& rank, MPI_Win* win, std::uint64_t request) {
  Window* const window = rank.find_window(number_of(*win));
  if (window == nullptr) return no_window(rank);
  const bool is_idle =
      window->epoch == Window::Epoch::none || window->epoch == Window::Epoch::fence;
  if (!is_idle || window->is_exposed) {
    return rank.fail(number_of(*win), MPI_ERR_RMA_SYNC, "a window that is in use");
  }
  remove_attributes(rank, number_of(*win), request);
  window->handle_at = std::bit_cast<std::uint64_t>(win);
  return rank.begin_step(number_of(*win), Window::Step::free, request);
}

// --- memory --------------------------------------------------------------------------------------

int attach(Rank& rank, MPI_Win win, void* base, MPI_Aint bytes) {
  Window* const window = rank.find_window(number_of(win));
  if (window == nullptr) return no_window(rank);
  if (window->flavour != MPI_WIN_FLAVOR_DYNAMIC) {
    return rank.fail(number_of(win), MPI_ERR_RMA_FLAVOR, "a window that is not dynamic");
  }
  if (bytes < 0) return rank.fail(number_of(win), MPI_ERR_SIZE, "a negative size");
  window->attached.push_back({std::bit_cast<std::uint64_t>(base), bytes});
  return MPI_SUCCESS;
}
int detach(Rank& rank, MPI_Win win, const void* base) {
  Window* const window = rank.find_window(number_of(win));
  if (window == nullptr) return no_window(rank);
  const auto found = std::ranges::find(window->attached, std::bit_cast<std::uint64_t>(base),
                                       &Window::Region::base);
  if (found == window->attached.end()) {
    return rank.fail(number_of(win), MPI_ERR_BASE, "memory that is not attached there");
  }
  window->attached.erase(found);
  return MPI_SUCCESS;
}

template <class Unit>
int shared_query(Rank& rank, MPI_Win win, int target, MPI_Aint* bytes, Unit* unit, void* at) {
  const Window* const window = rank.find_window(number_of(win));
  if (window == nullptr) return no_window(rank);
  if (window->flavour == MPI_WIN_FLAVOR_DYNAMIC) {
    return rank.fail(number_of(win), MPI_ERR_RMA_FLAVOR, "a dynamic window");
  }
  const Communicator& communicator = *rank.find_communicator(window->communicator);
  const int size = communicator.size();
  if (target != MPI_PROC_NULL && (target < 0 || target >= size)) {
    return rank.fail(number_of(win), MPI_ERR_RANK, "no rank " + std::to_string(target));
  }
  WindowFacts facts;
  if (window->flavour != MPI_WIN_FLAVOR_SHARED) {
    // What others have is out of reach for loads and stores.
    if (target == communicator.rank) facts = {window->base, window->bytes, window->unit, 0};
  } else if (target != MPI_PROC_NULL) {
    facts = window->members[static_cast<std::size_t>(target)];
  } else {
    // The first that has any.
    const auto found = std::ranges::find_if(
        window->members, [](const WindowFacts& member) { return member.bytes > 0; });
    if (found != window->members.end()) facts = *found;
  }
  *bytes = facts.bytes;
  *unit = static_cast<Unit>(facts.unit);
  *static_cast<std::uint64_t*>(at) = facts.base;
  return MPI_SUCCESS;
}

// --- what is known of them -----------------------------------------------------------------------

int get_group(Rank& rank, MPI_Win win, MPI_Group* group) {
  const Window* const window = rank.find_window(number_of(win));
  if (window == nullptr) return no_window(rank);
  *group = handle_of<MPI_Group>(
      rank.state().groups.add(rank.find_communicator(window->communicator)->group));
  return MPI_SUCCESS;
}
int set_name(Rank& rank, MPI_Win win, const char* name) {
  Window* const window = rank.find_window(number_of(win));
  if (window == nullptr) return no_window(rank);
  window->name = std::string(name).substr(0, MPI_MAX_OBJECT_NAME - 1);
  return MPI_SUCCESS;
}
int get_name(Rank& rank, MPI_Win win, char* name, int* length) {
  const Window* const window = rank.find_window(number_of(win));
  if (window == nullptr && win != MPI_WIN_NULL) return no_window(rank);
  const std::string text = window == nullptr ? "MPI_WIN_NULL" : window->name;
  std::memcpy(name, text.c_str(), text.size() + 1);
  *length = static_cast<int>(text.size());
  return MPI_SUCCESS;
}
int set_info(Rank& rank, MPI_Win win, MPI_Info info) {
  Window* const window = rank.find_window(number_of(win));
  if (window == nullptr) return no_window(rank);
  const Info* const given = rank.state().infos.find(number_of(info));
  if (given == nullptr) return MPI_SUCCESS;
  for (auto& [key, value] : window->info) {
    const auto found = std::ranges::find(*given, key, &Info::value_type::first);
    if (found != given->end()) value = found->second;
  }
  return MPI_SUCCESS;
}
int get_info(Rank& rank, MPI_Win win, MPI_Info* info) {
  const Window* const window = rank.find_window(number_of(win));
  if (window == nullptr) return no_window(rank);
  *info = handle_of<MPI_Info>(rank.state().infos.add(window->info));
  return MPI_SUCCESS;
}

int create_error_handler(Rank& rank, MPI_Win_errhandler_function* function,
                         MPI_Errhandler* handler) {
  *handler = handle_of<MPI_Errhandler>(rank.state().error_handlers.add(
      {ErrorHandler::Of::window, std::bit_cast<std::uint64_t>(function)}));
  return MPI_SUCCESS;
}
int set_error_handler(Rank& rank, MPI_Win win, MPI_Errhandler handler) {
  Window* const window = rank.find_window(number_of(win));
  if (window == nullptr) return no_window(rank);
  const ErrorHandler* const made = rank.state().error_handlers.find(number_of(handler));
  const bool is_standard = handler == MPI_ERRORS_ARE_FATAL || handler == MPI_ERRORS_ABORT ||
                           handler == MPI_ERRORS_RETURN;
  if (!is_standard && (made == nullptr || made->of != ErrorHandler::Of::window)) {
    return rank.fail(number_of(win), MPI_ERR_ERRHANDLER, "no error handler of windows");
  }
  window->error_handler = number_of(handler);
  return MPI_SUCCESS;
}
int get_error_handler(Rank& rank, MPI_Win win, MPI_Errhandler* handler) {
  const Window* const window = rank.find_window(number_of(win));
  if (window == nullptr) return no_window(rank);
  *handler = handle_of<MPI_Errhandler>(window->error_handler);
  return MPI_SUCCESS;
}
int call_error_handler(Rank& rank, MPI_Win win, int code) {
  if (rank.find_window(number_of(win)) == nullptr) return no_window(rank);
  rank.fail(number_of(win), code, text_of_error(code));
  return MPI_SUCCESS;
}

// --- attributes ----------------------------------------------------------------------------------

int get_attribute_of(Rank& rank, MPI_Win win, int key, void* at, int* flag) {
  Window* const window = rank.find_window(number_of(win));
  if (window == nullptr) return no_window(rank);
  auto* const constants = pointer_to<Constants>(window->constants_at);
  *flag = 1;
  switch (key) {
    case MPI_WIN_BASE:
      *static_cast<std::uint64_t*>(at) = window->base;
      return MPI_SUCCESS;
    case MPI_WIN_SIZE:
      *static_cast<MPI_Aint**>(at) = &constants->bytes;
      return MPI_SUCCESS;
    case MPI_WIN_DISP_UNIT:
      *static_cast<int**>(at) = &constants->unit;
      return MPI_SUCCESS;
    case MPI_WIN_CREATE_FLAVOR:
      *static_cast<int**>(at) = &constants->flavour;
      return MPI_SUCCESS;
    case MPI_WIN_MODEL:
      *static_cast<int**>(at) = &constants->model;
      return MPI_SUCCESS;
    default:
      break;
  }
  return get_attribute(rank, Kind::window, number_of(win), key, at, flag);
}
int set_attribute_of(Rank& rank, MPI_Win win, int key, void* value) {
  if (rank.find_window(number_of(win)) == nullptr) return no_window(rank);
  return set_attribute(rank, Kind::window, number_of(win), key,
                       std::bit_cast<std::uint64_t>(value));
}
int delete_attribute_of(Rank& rank, MPI_Win win, int key) {
  if (rank.find_window(number_of(win)) == nullptr) return no_window(rank);
  return delete_attribute(rank, Kind::window, number_of(win), key);
}

constexpr Call window_rows[] = {
    blocking_call<decltype(MPI_Win_create), begin_create>("MPI_Win_create"),
    blocking_call<decltype(MPI_Win_create_c), begin_create>("MPI_Win_create_c"),
    blocking_call<decltype(MPI_Win_allocate), begin_allocate_own>("MPI_Win_allocate"),
    blocking_call<decltype(MPI_Win_allocate_c), begin_allocate_own>("MPI_Win_allocate_c"),
    blocking_call<decltype(MPI_Win_allocate_shared), begin_allocate_shared>(
        "MPI_Win_allocate_shared"),
    blocking_call<decltype(MPI_Win_allocate_shared_c), begin_allocate_shared>(
        "MPI_Win_allocate_shared_c"),
    blocking_call<decltype(MPI_Win_create_dynamic), begin_create_dynamic>("MPI_Win_create_dynamic"),
    blocking_call<decltype(MPI_Win_free), begin_free>("MPI_Win_free"),
    call<decltype(MPI_Win_attach), attach>("MPI_Win_attach"),
    call<decltype(MPI_Win_detach), detach>("MPI_Win_detach"),
    call<decltype(MPI_Win_shared_query), shared_query<int>>("MPI_Win_shared_query"),
    call<decltype(MPI_Win_shared_query_c), shared_query<MPI_Aint>>("MPI_Win_shared_query_c"),
    call<decltype(MPI_Win_get_group), get_group>("MPI_Win_get_group"),
    call<decltype(MPI_Win_set_name), set_name>("MPI_Win_set_name"),
    call<decltype(MPI_Win_get_name), get_name>("MPI_Win_get_name"),
    call<decltype(MPI_Win_set_info), set_info>("MPI_Win_set_info"),
    call<decltype(MPI_Win_get_info), get_info>("MPI_Win_get_info"),
    call<decltype(MPI_Win_create_errhandler), create_error_handler>("MPI_Win_create_errhandler"),
    call<decltype(MPI_Win_set_errhandler), set_error_handler>("MPI_Win_set_errhandler"),
    call<decltype(MPI_Win_get_errhandler), get_error_handler>("MPI_Win_get_errhandler"),
    call<decltype(MPI_Win_call_errhandler), call_error_handler>("MPI_Win_call_errhandler"),
    call<decltype(MPI_Win_get_attr), get_attribute_of>("MPI_Win_get_attr"),
    call<decltype(MPI_Win_set_attr), set_attribute_of>("MPI_Win_set_attr"),
    call<decltype(MPI_Win_delete_attr), delete_attribute_of>("MPI_Win_delete_attr"),
    call<decltype(MPI_Win_create_keyval),
         create_attribute_key<Kind::window, MPI_Win_copy_attr_function,
                              MPI_Win_delete_attr_function>>("MPI_Win_create_keyval"),
    call<decltype(MPI_Win_free_keyval), free_attribute_key_of<Kind::window>>("MPI_Win_free_keyval"),
};

}  // namespace

std::span<const Call> window_calls() { return window_rows; }

}  // namespace isthmus::engine::mpi
