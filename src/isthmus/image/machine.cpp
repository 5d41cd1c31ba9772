#include "isthmus/image/machine.hpp"

#include <elf.h>
#include <signal.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <utility>

#include "isthmus/base/assert.hpp"
#include "isthmus/image/address.hpp"
#include "isthmus/image/binding.hpp"
#include "isthmus/image/descriptors.hpp"
#include "isthmus/image/heap.hpp"

namespace isthmus::engine::image {

namespace {

constexpr std::uint64_t page_bytes = 4096;
constexpr std::uint64_t guard_bytes = 65536;
constexpr std::uint64_t least_heap_bytes = std::uint64_t{16} << 20;
/// Tops of the ranks' stacks lie so far apart, modulo what a cache can tell: the busiest lines of
/// all of them would meet in one set otherwise.
constexpr std::uint64_t stack_spread_bytes = 1088;
constexpr std::uint64_t stack_spreads = 56;

std::uint64_t page_of(std::uint64_t address) { return address & ~(page_bytes - 1); }
std::uint64_t page_behind(std::uint64_t address) { return page_of(address + page_bytes - 1); }

bool map_at(std::uint64_t begin, std::uint64_t bytes, int protection, int flags, int descriptor,
            std::uint64_t offset) {
  return mmap(pointer_to<void>(begin), bytes, protection, MAP_PRIVATE | MAP_FIXED | flags,
              descriptor, static_cast<off_t>(offset)) != MAP_FAILED;
}

/// Segments, from the first on, that lie in the file as they do in memory and that nobody writes
/// to, as one: mappings are scarcer than anything else that a rank takes. What is constant may then
/// be executed as well.
Segment joined_constants(std::span<const Segment>& segments) {
  Segment joined = segments.front();
  segments = segments.subspan(1);
  const auto is_constant = [](const Segment& segment) {
    return (segment.protection & PROT_WRITE) == 0 && segment.file_bytes == segment.memory_bytes;
  };
  while (is_constant(joined) && !segments.empty() && is_constant(segments.front()) &&
         segments.front().address >= joined.address &&
         segments.front().address - joined.address ==
             segments.front().file_offset - joined.file_offset) {
    const Segment& next = segments.front();
    joined.file_bytes = next.address + next.file_bytes - joined.address;
    joined.memory_bytes = joined.file_bytes;
    joined.protection |= next.protection;
    segments = segments.subspan(1);
  }
  return joined;
}

std::unexpected<Error> no_memory() {
  return fail(ErrorCode::io, with_errno("no memory or no mapping left for a rank", errno), {},
              "fewer ranks in a process, or a larger vm.max_map_count");
}

}  // namespace

Expected<std::unique_ptr<Machine>> Machine::make(std::shared_ptr<const Program> program,
                                                 const Slot& slot, World& world,
                                                 const Start& start) {
  std::unique_ptr<Machine> machine(new Machine(std::move(program), slot, world));
  if (auto begun = machine->begin(start); !begun) return forward_error(begun);
  return machine;
}

Expected<std::unique_ptr<Machine>> Machine::make_for(std::shared_ptr<const Program> program,
                                                     const Slot& slot, World& world,
                                                     Progress progress) {
  std::unique_ptr<Machine> machine(new Machine(std::move(program), slot, world));
  machine->progress_ = std::move(progress);
  if (auto mapped = machine->map(); !mapped) return forward_error(mapped);
  for (const std::string& path : machine->progress_.opened) {
    if (auto opened = machine->open_again(path); !opened) return forward_error(opened);
  }
  return machine;
}

void Machine::arrived() {
  header().machine = this;
  note_regions();
}

Machine::~Machine() {
  sanitizers_.destroyed();
  clear(slot_);
}

// --- The slot ---

Expected<void> Machine::begin(const Start& start) {
  progress_.stack_begin =
      page_of(stack_end() - start.stack_bytes - stack_spread_bytes * stack_spreads);
  progress_.libraries_end = slot_.begin + page_behind(list_.end + start.library_bytes);
  const std::uint64_t heap_end = progress_.stack_begin - guard_bytes;
  if (progress_.libraries_end + least_heap_bytes > heap_end ||
      progress_.stack_begin < slot_.begin) {
    return fail(ErrorCode::bad_input,
                "a slot of " + std::to_string(slot_.bytes >> 20) + " MiB is too small",
                program_->path(), "more memory for each rank, or a smaller stack");
  }
  if (auto mapped = map(); !mapped) return mapped;
  Header& own = header();
  own.machine = this;
  own.heap =
      Heap::make(pointer_to<void>(progress_.libraries_end), heap_end - progress_.libraries_end);
  own.abort = pointer_to<void(std::uint64_t)>(slot_.begin + program_->stubs().abort());
  own.exit = pointer_to<void(std::uint64_t)>(slot_.begin +
                                             program_->stubs().offset_of("exit").value_or(0));
  program_->links().write(slot_.begin);
  for (const auto& object : list_.objects) make_thread_local(*object);
  progress_.constructed = program_->construction();
  note_regions();
  lay_out_arguments(start);
  begin(Activity::Kind::construct, constructors(progress_.constructed), progress_.arguments - 256);
  return {};
}

Expected<void> Machine::map() {
  sanitizers_.created(pointer_to<void>(progress_.stack_begin), stack_end() - progress_.stack_begin);
  if (auto done = map_memory(slot_.begin, slot_.begin + stub_offset); !done) return done;
  if (!map_at(slot_.begin + stub_offset, program_->stubs().bytes(), PROT_READ | PROT_EXEC, 0,
              program_->stubs().descriptor(), 0)) {
    return no_memory();
  }
  const std::uint64_t heap_end = progress_.stack_begin - guard_bytes;
  if (auto done = map_memory(progress_.libraries_end, heap_end); !done) return done;
  if (auto done = map_memory(progress_.stack_begin, stack_end()); !done) return done;
  for (const auto& object : list_.objects) {
    if (auto done = map_object(*object); !done) return done;
  }
  return {};
}

Expected<void> Machine::map_memory(std::uint64_t begin, std::uint64_t end) {
  if (!map_at(begin, end - begin, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    return no_memory();
  }
  return {};
}

/// Each segment from its file, so that what no rank writes to is in memory once.
Expected<void> Machine::map_object(const Object& object) {
  const std::uint64_t base = slot_.begin + object.offset;
  for (std::span<const Segment> left = object.file.segments; !left.empty();) {
    const Segment segment = joined_constants(left);
    const std::uint64_t begin = page_of(base + segment.address);
    const std::uint64_t file_end = base + segment.address + segment.file_bytes;
    const std::uint64_t end = base + segment.address + segment.memory_bytes;
    if (segment.file_bytes > 0 &&
        !map_at(begin, file_end - begin, segment.protection, 0, object.file.file->descriptor(),
                page_of(segment.file_offset))) {
      return no_memory();
    }
    const std::uint64_t zeros = segment.file_bytes > 0 ? page_behind(file_end) : begin;
    if (end > zeros && !map_at(zeros, end - zeros, segment.protection, MAP_ANONYMOUS, -1, 0)) {
      return no_memory();
    }
    if (segment.file_bytes > 0 && (segment.protection & PROT_WRITE) != 0 && end > file_end) {
      std::memset(pointer_to<void>(file_end), 0, std::min(zeros, end) - file_end);
    }
  }
  note_loaded(object);
  return {};
}

/// After the links are written: what thread-local data begin with may hold addresses.
void Machine::make_thread_local(const Object& object) {
  if (!object.thread_local_index || !object.file.thread_local_data) return;
  const ThreadLocal& data = *object.file.thread_local_data;
  void* block = header().heap->allocate_aligned(data.alignment,
                                                std::max<std::uint64_t>(data.memory_bytes, 1));
  ISTHMUS_ASSERT(block != nullptr);
  std::memset(block, 0, data.memory_bytes);
  std::memcpy(block, pointer_to<void>(slot_.begin + object.offset + data.address), data.file_bytes);
  header().thread_local_blocks[*object.thread_local_index] = block;
}

void Machine::note_regions() {
  for (std::size_t i = 0; i < region_functions.size(); ++i) {
    header().begin_region[i] = list_.shared.find(region_functions[i], {});
  }
}

void Machine::note_loaded(const Object& object) {
  const std::uint64_t base = slot_.begin + object.offset;
  loaded_.push_back(
      {.begin = base,
       .end = base + object.file.memory_bytes,
       .unwind_table = object.file.unwind_table == 0 ? 0 : base + object.file.unwind_table,
       .path = object.file.path.c_str(),
       .program_headers = object.file.program_headers,
       .program_header_count = object.file.program_header_count});
}

char* Machine::copy_text(const std::string& text) {
  void* copy = header().heap->allocate(text.size() + 1);
  ISTHMUS_ASSERT(copy != nullptr);
  return static_cast<char*>(std::memcpy(copy, text.c_str(), text.size() + 1));
}

/// As the kernel does for a new process (System V ABI, 3.4.1): count, arguments, environment,
/// auxiliary vector, upwards from where the stack begins.
void Machine::lay_out_arguments(const Start& start) {
  std::vector<std::uint64_t> words{start.arguments.size()};
  for (const std::string& text : start.arguments) {
    words.push_back(reinterpret_cast<std::uint64_t>(copy_text(text)));
  }
  words.push_back(0);
  const std::size_t environment = words.size();
  for (const std::string& text : start.environment) {
    words.push_back(reinterpret_cast<std::uint64_t>(copy_text(text)));
  }
  words.insert(words.end(), {0, AT_PAGESZ, page_bytes, AT_NULL, 0});
  const std::uint64_t top = stack_end() - stack_spread_bytes * (slot_.index % stack_spreads);
  progress_.arguments = (top - words.size() * sizeof(std::uint64_t)) & ~std::uint64_t{63};
  std::memcpy(pointer_to<void>(progress_.arguments), words.data(),
              words.size() * sizeof(std::uint64_t));

  LibcState& libc = header().libc;
  libc.environment = pointer_to<char*>(progress_.arguments + environment * sizeof(std::uint64_t));
  libc.getopt.index = libc.getopt.reports = 1;
  libc.getopt.option = '?';
  static char nameless[] = "";
  char* name = start.arguments.empty() ? copy_text(nameless) : pointer_to<char>(words[1]);
  char* slash = std::strrchr(name, '/');
  libc.name = name;
  libc.short_name = slash == nullptr ? name : slash + 1;
}

std::deque<Machine::Call> Machine::constructors(std::span<const std::size_t> order) const {
  std::deque<Call> calls;
  const auto& count = *pointer_to<const std::uint64_t>(progress_.arguments);
  const std::array<std::uint64_t, 6> given{
      count, progress_.arguments + sizeof(std::uint64_t),
      reinterpret_cast<std::uint64_t>(header().libc.environment), 0};
  for (const std::size_t index : order) {
    const Object& object = *list_.objects[index];
    const std::uint64_t base = slot_.begin + object.offset;
    if (object.file.init != 0) calls.push_back({base + object.file.init, given});
    const auto* functions =
        pointer_to<const std::uint64_t>(base + object.file.init_functions.address);
    for (std::uint64_t i = 0; i < object.file.init_functions.count; ++i) {
      if (functions[i] != 0) calls.push_back({functions[i], given});
    }
  }
  return calls;
}

std::deque<Machine::Call> Machine::destructors() const {
  std::deque<Call> calls;
  for (auto index = progress_.constructed.rbegin(); index != progress_.constructed.rend();
       ++index) {
    const Object& object = *list_.objects[*index];
    const std::uint64_t base = slot_.begin + object.offset;
    const auto* functions =
        pointer_to<const std::uint64_t>(base + object.file.fini_functions.address);
    for (std::uint64_t i = object.file.fini_functions.count; i-- > 0;) {
      if (functions[i] != 0) calls.push_back({functions[i], {}});
    }
    if (object.file.fini != 0) calls.push_back({base + object.file.fini, {}});
  }
  return calls;
}

std::vector<Machine::Piece> Machine::pieces() const {
  std::vector<Piece> pieces{{slot_.begin, sizeof(Header)}};
  for (const auto& object : list_.objects) {
    for (const Segment& segment : object->file.segments) {
      if ((segment.protection & PROT_WRITE) == 0) continue;
      pieces.push_back({slot_.begin + object->offset + segment.address, segment.memory_bytes});
    }
  }
  pieces.push_back({progress_.libraries_end, header().heap->extent() + 16});
  const auto stack = reinterpret_cast<std::uint64_t>(header().rank_stack.registers);
  pieces.push_back({stack, stack_end() - stack});
  return pieces;
}

// --- Running ---

void Machine::enter() {
  // The sanitizers are told of both ends here: the rank's code knows nothing of them.
  sanitizers_.before_entering();
  sanitizers_.after_entering();
  Header& own = header();
  errno = own.error_number;
  switch_stack(own.host_stack, own.rank_stack);
  own.error_number = errno;
  sanitizers_.before_leaving(false);
  sanitizers_.after_leaving();
}

Stop Machine::run() {
  ISTHMUS_ASSERT(!ended_);
  for (;;) {
    enter();
    Header& own = header();
    own.result = 0;
    own.real_result = 0;
    const auto number = static_cast<std::uint32_t>(own.number);
    if (number < static_cast<std::uint32_t>(SystemCall::returned)) return Stop::trapped;
    if (const auto stop = serve(number)) return *stop;
  }
}

Trap Machine::trap() const {
  const Header& own = header();
  Trap trap{.number = static_cast<std::uint32_t>(own.number),
            .arguments = {},
            .more_arguments = pointer_to<const std::uint64_t>(own.caller_stack) + 1,
            .call_site = *pointer_to<const std::uint64_t>(own.caller_stack)};
  std::ranges::copy(own.arguments, trap.arguments.begin());
  return trap;
}

void Machine::call(std::uint64_t function, std::array<std::uint64_t, 6> arguments) {
  ISTHMUS_ASSERT(!ended_);
  begin(Activity::Kind::call, {{function, arguments}}, below_rank(), header().result);
}

/// Where a new frame may begin: below the registers that the rank left, and what a function may
/// keep below its stack pointer without saying so.
std::uint64_t Machine::below_rank() const {
  return (reinterpret_cast<std::uint64_t>(header().rank_stack.registers) - 256) &
         ~std::uint64_t{63};
}

void Machine::begin(Activity::Kind kind, std::deque<Call> calls, std::uint64_t below,
                    std::uint64_t answer) {
  progress_.activities.push_back({kind, std::move(calls), header().rank_stack, answer});
  header().rank_stack =
      stack_at(pointer_to<void>(below), pointer_to<void>(slot_.begin + program_->stubs().loop()));
  if (const auto stop = go_on()) ISTHMUS_ASSERT(*stop == Stop::ended);
}

/// Gives the rank its next function, or does what comes behind the last.
std::optional<Stop> Machine::go_on() {
  const auto next = next_call(progress_.activities.back());
  if (!next) return finish();
  header().function = next->function;
  std::ranges::copy(next->arguments, header().function_arguments);
  return std::nullopt;
}

std::optional<Machine::Call> Machine::next_call(Activity& activity) {
  if (activity.kind == Activity::Kind::exit) return next_exit_call();
  if (activity.calls.empty()) return std::nullopt;
  const Call call = activity.calls.front();
  activity.calls.pop_front();
  return call;
}

std::optional<Stop> Machine::finish() {
  const Activity done = std::move(progress_.activities.back());
  progress_.activities.pop_back();
  switch (done.kind) {
    case Activity::Kind::construct:
      // The program's entry finds the stack as a new process does.
      header().rank_stack = stack_at(pointer_to<void>(progress_.arguments),
                                     pointer_to<void>(slot_.begin + list_.objects.front()->offset +
                                                      list_.objects.front()->file.entry));
      return std::nullopt;
    case Activity::Kind::main:
      begin_exit(static_cast<int>(returned_), below_rank());
      return ended_ ? std::optional(Stop::ended) : std::nullopt;
    case Activity::Kind::exit:
      std::fflush(stdout);
      return end(progress_.exit_status & 0xff, 0, true);
    case Activity::Kind::open:
      header().rank_stack = done.stood;
      header().result = done.answer;
      return std::nullopt;
    case Activity::Kind::call:
      header().rank_stack = done.stood;
      // Calls that the function made have been answered in the same place.
      header().result = done.answer;
      return Stop::returned;
  }
  return std::nullopt;
}

void Machine::begin_exit(int status, std::uint64_t below) {
  progress_.exit_status = status;
  begin(Activity::Kind::exit, {}, below);
}

/// Handlers in the order of libc: those of the thread, those of exit, last come first, also those
/// that were added meanwhile; then the objects'.
std::optional<Machine::Call> Machine::next_exit_call() {
  LibcState& libc = header().libc;
  for (ExitHandler** list : {&libc.thread_exit_handlers, &libc.exit_handlers}) {
    ExitHandler* handler = *list;
    if (handler == nullptr) continue;
    *list = handler->next;
    Call call{reinterpret_cast<std::uint64_t>(handler->function), {}};
    const auto argument = reinterpret_cast<std::uint64_t>(handler->argument);
    call.arguments[0] =
        handler->takes_status ? static_cast<std::uint64_t>(progress_.exit_status) : argument;
    call.arguments[1] = handler->takes_status ? argument : 0;
    static_cast<void>(header().heap->free(handler));
    return call;
  }
  if (!progress_.destructors) progress_.destructors = destructors();
  if (progress_.destructors->empty()) return std::nullopt;
  const Call call = progress_.destructors->front();
  progress_.destructors->pop_front();
  return call;
}

/// As a process's end does; the others of the process keep theirs.
Stop Machine::end(int status, int signal, bool flushes) {
  descriptors().close_all(&header(), flushes);
  holdings_.files.clear();
  ended_ = true;
  ending_ = {.status = status, .signal = signal};
  return Stop::ended;
}

std::optional<Stop> Machine::serve(std::uint32_t number) {
  const Header& own = header();
  switch (static_cast<SystemCall>(number)) {
    case SystemCall::returned:
      returned_ = own.arguments[0];
      return go_on();
    case SystemCall::start_main: {
      // main, argc, argv; glibc's __libc_start_main.
      const std::array<std::uint64_t, 6> given{
          own.arguments[1], own.arguments[2], reinterpret_cast<std::uint64_t>(own.libc.environment),
          0};
      begin(Activity::Kind::main, {{own.arguments[0], given}}, below_rank());
      return std::nullopt;
    }
    case SystemCall::exit:
      begin_exit(static_cast<int>(own.arguments[0]), below_rank());
      return ended_ ? std::optional(Stop::ended) : std::nullopt;
    case SystemCall::exit_at_once:
      return end(static_cast<int>(own.arguments[0] & 0xff), 0);
    case SystemCall::abort:
      return end(0, SIGABRT);
    case SystemCall::end_by_signal:
      return end(0, own.arguments[0] == 0 ? SIGABRT : static_cast<int>(own.arguments[0]));
    case SystemCall::yield:
      return Stop::yields;
    case SystemCall::open_library:
      open_library(pointer_to<const char>(own.arguments[0]));
      return std::nullopt;
    default:
      return serve_sleep(number);
  }
}

std::optional<Stop> Machine::serve_sleep(std::uint32_t number) {
  constexpr TimeNs second_ns = 1'000'000'000;
  Header& own = header();
  const auto& given = own.arguments;
  const auto call = static_cast<SystemCall>(number);
  if (call == SystemCall::sleep || call == SystemCall::usleep) {
    sleep_ns_ = static_cast<TimeNs>(static_cast<std::uint32_t>(given[0])) *
                (call == SystemCall::sleep ? second_ns : 1000);
    return Stop::sleeps;
  }
  const bool by_clock = call == SystemCall::clock_nanosleep;
  const auto& time = *pointer_to<const timespec>(given[by_clock ? 2 : 0]);
  if (time.tv_sec < 0 || time.tv_nsec < 0 || time.tv_nsec >= second_ns) {
    // clock_nanosleep returns the error's number, nanosleep leaves it in errno.
    own.result = by_clock ? EINVAL : static_cast<std::uint64_t>(-1);
    if (!by_clock) own.error_number = EINVAL;
    return std::nullopt;
  }
  sleep_ns_ = time.tv_sec * second_ns + time.tv_nsec;
  if (by_clock && (static_cast<int>(given[1]) & TIMER_ABSTIME) != 0) {
    const bool real = static_cast<clockid_t>(given[0]) == CLOCK_REALTIME;
    sleep_ns_ -= real ? world_.real_time_ns() : world_.monotonic_ns();
    sleep_ns_ = std::max<TimeNs>(sleep_ns_, 0);
  }
  return Stop::sleeps;
}

}  // namespace isthmus::engine::image
