// mpi/rank.hpp: a rank of an MPI program: a machine of its own, and an element of an array.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "isthmus/isthmus.hpp"
#include "mpi/collectives/bundle.hpp"
#include "mpi/collectives/meetings.hpp"
#include "mpi/machine.hpp"
#include "mpi/moving.hpp"
#include "mpi/points.hpp"
#include "mpi/process.hpp"
#include "mpi/rank_world.hpp"
#include "mpi/state.hpp"

namespace isthmus::engine::mpi {

/// An error of MPI under MPI_ERRORS_ARE_FATAL: the job's end.
class FatalError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One rank. Its program runs within its entry methods, on its own stack, from one call of MPI to
/// the next that must wait, which leaves no frame behind: between entry methods it is plain data
/// and a machine (machine.hpp), whose kind says whether it may move. The public members below "for
/// the calls" are what the functions of MPI (calls.hpp) are written with.
class Rank final : public Chare<Rank, Index1> {
 public:
  Rank() = default;
  /// Compiled for the runtime's archives alone, once, in rank.cpp: it is most of what a source that
  /// sends to ranks would compile.
  template <class Archive>
  void serialize(Archive& archive);
  /// What the line of a job that stands still says of it.
  std::string waits_for() const;
  std::string stays_for() const;
  void before_migration();
  /// A rank that has come to a process in which it cannot go on goes back, and stays there; at a
  /// point, when it is to go on. It ends the job where it cannot go on there either.
  void after_migration();

  // --- entry methods ----------------------------------------------------------------------------

  /// Makes the rank's machine and runs it. `later`: the array of ranks that others start.
  void begin(CollectionId later);
  void arrive(const Envelope& envelope, std::span<const std::byte> bytes);
  /// The message of a synchronous send has been received.
  void acknowledge(std::uint64_t request);
  /// Others have had their turn, or the time has passed for which it wanted to sleep.
  void go_on();
  /// It may have what it waits for.
  void look();
  void take_part(const Part& part);
  void take_parts(const std::vector<Part>& parts);
  /// The other half of an operation of two ranks.
  void take_half(const HalfHead& head, std::span<const std::byte> bytes);
  /// Another member has found that not all have called the same.
  void take_mismatch(const CollectiveName& name, std::int32_t error);
  void take_communicator(const Made& made);
  /// Many parts of an operation that goes by sites.
  void take_bundle(Bundle bundle);
  /// Another rank wants something of this one's memory: done at once, and answered.
  void take_access(const Access& access, std::span<const std::byte> bytes);
  void take_answer(const AccessAnswer& answer, std::span<const std::byte> bytes);
  void take_word(const WindowWord& word);
  /// Of files (file.hpp): rank 0 has the shared pointer, and answers.
  void take_file_question(const FileQuestion& question);
  void take_file_answer(std::uint64_t request, std::int64_t position);
  /// One of a persistent collective, which this rank brings together for all.
  void take_named(const Part& part);
  void take_partition(const PartitionPiece& piece, std::span<const std::byte> bytes);
  void take_port_word(const PortWord& word);

  // Of ranks that others start (spawn/).

  /// The rank is one of these. Makes its machine, which waits until all are there.
  void be_born(const Birth& birth);
  void take_spawn_word(const SpawnWord& word);
  /// Its program has ended: gives back its memory, and has nothing to do but be there.
  void leave();
  void take_join_word(const JoinWord& word);
  /// Reads what the other side of a join has written, if it has come by now.
  void look_at_socket(std::uint64_t join);

  // Of points (points.hpp).

  /// All have come, and whatever was to happen there has.
  void pass_point();
  /// Rank 0: the period is over that its so-many-th timer was for.
  void ask_for_point(std::uint64_t timer);
  void say_how_far();
  /// Rank 0: one has begun so many calls.
  void hear_how_far(std::uint64_t begun);
  void set_point(std::uint64_t number);

  // --- for the calls ----------------------------------------------------------------------------

  State& state() { return state_; }
  Machine& machine() { return *machine_; }
  RankWorld& world_of_time() { return *world_; }
  int number() const { return index(); }  ///< in the job; of the first ranks: in MPI_COMM_WORLD
  int count() const { return launch().rank_count; }  ///< of the job's first ranks
  /// The job's, with the rank's own program where others have started it.
  const Launch& launch() const { return own_launch_ ? *own_launch_ : readonly<Launch>(); }
  /// A rank of the job.
  ElementProxy<Rank> at(std::int32_t number) const {
    const bool is_beside = (number < first_count_) == is_first_;
    return ArrayProxy<Rank>(is_beside ? id().collection : state_.spawning.other)[number];
  }
  /// A level of MPI_Init_thread. A virtual rank is one thread, so its calls never meet.
  std::int32_t most_of_threads() const;
  /// The program may call from several threads at once, where the level says so.
  void expect_threads(std::int32_t level);
  int pe_count_of_job() const { return this_topology().pe_count(); }

  /// Null where the handle is none.
  Communicator* find_communicator(std::uint64_t handle);
  /// The same, or that of a file's handle: where operations are under way and errors belong.
  Communicator* find_members(std::uint64_t handle);
  /// Null where there is no such type. Good until the next type is made.
  const DatatypePtr& find_type(std::uint64_t handle) const;
  /// Of a predefined handle or one that the program made.
  std::optional<Group> find_group(std::uint64_t handle) const;
  Window* find_window(std::uint64_t handle) { return state_.windows.table.find(handle); }
  /// Of a communicator or a datatype; null where the handle is of neither.
  Attributes* find_attributes(std::uint64_t object);
  /// A handle: who is told of errors with that communicator, window, file or session; of all else,
  /// and where there is none, MPI_COMM_SELF's (MPI 5.0, 9.3).
  std::uint64_t error_handler_of(std::uint64_t object);
  /// The object goes, and the program's handle of it is null from now on.
  void free_object(std::uint64_t object, std::uint64_t handle_at);
  /// Whether something that is under way, or begins again, names the object.
  bool is_needed(std::uint64_t object);

  /// An error of the present call, as the communicator's error handler has it: the code for the
  /// program, or the job's end. `code` is a class or a code of MPI.
  int fail(std::uint64_t communicator, int code, std::string_view why);
  int fail(int code, std::string_view why);
  /// The same, by the handler itself; `name` is the object's, or empty.
  int fail_by(std::uint64_t handler, std::uint64_t object, int code, std::string_view why,
              std::string_view name = {});
  /// The job's end: MPI_Abort, and a rank that goes without MPI_Finalize.
  void end_job(int status, const std::string& why);

  /// Sends a message in a communicator; the bytes are copied. `peer` is a rank there.
  void send(const Communicator& communicator, int peer, int tag, std::span<const std::byte> bytes,
            std::uint64_t acknowledge);
  /// The same; the bytes stay where they are until the request is complete, and the receiver copies
  /// them.
  void lend(const Communicator& communicator, int peer, int tag, std::span<const std::byte> bytes,
            std::uint64_t request);
  /// Whether a message of so many bytes is better lent: where all ranks are in one process and no
  /// latency lies between them, so that the answer comes soon.
  bool lends(std::size_t bytes) const { return bytes >= loan_bytes_min && may_lend_; }
  /// Hands the receiver bytes that it has posted a receive for; false where they are to be sent.
  bool hand_to_posted(const Communicator& communicator, int peer, int tag,
                      std::span<const std::byte> bytes);
  /// Gives the rank, which others have handed what it may wait for, its turn; or has it come by a
  /// message. For Turns.
  void have_turn();
  void ask_for_turn();
  /// Its turn is near.
  void prefetch() const { machine_->prefetch(); }
  /// Posts the receive that a request describes.
  void post(std::uint64_t request);
  /// A receive gets a message that a probe has taken.
  void give(std::uint64_t request, const Unexpected& message);
  void complete(std::uint64_t request);

  /// Parks the rank until that holds, or answers at once. The call's function returns what this
  /// returns; a parked call is answered later.
  int wait(Waiting waiting);
  /// The same for one request, and another one that is gone then.
  int wait_for(std::uint64_t request, std::uint64_t status_at = 0, std::uint64_t request_at = 0,
               std::uint64_t also = 0);
  /// The same for all sends of that communicator, or of any (0), whose requests the program has
  /// freed: it may use their buffers behind the call.
  int wait_for_freed_sends(std::uint64_t communicator);
  /// The rank stays where it is in its call until others have had their turn, and the call is
  /// answered with what it has written: for tests that find nothing, which programs repeat.
  int yield();

  std::uint64_t add_request(Request request) { return state_.requests.add(std::move(request)); }
  std::uint64_t add_request() { return state_.requests.make(); }
  /// It is gone, and what only it needed; functions of the program may run then.
  void remove_request(std::uint64_t request);
  /// The program's functions of a generalized request say what its status is, and then, if it
  /// ends, that it goes. Before the present call is answered.
  void ask_generalized(const Request& request, std::uint64_t status_at, bool ends);
  /// What the program sees of a request that has ended, at `status_at` if that is any place; the
  /// request is gone, or inactive. The error of its status.
  int conclude(std::uint64_t request, std::uint64_t status_at, std::uint64_t request_at);
  void write_status(std::uint64_t status_at, const Status& status);
  /// Of no request, or one that is not active (MPI 5.0, 3.7.3).
  void write_empty_status(std::uint64_t status_at);
  std::uint64_t communicator_of(std::uint64_t request) const;

  /// The next collective operation of a communicator begins: its name, and what this rank is to
  /// know of it.
  static CollectiveName next_collective(Communicator& communicator) {
    return {communicator.context, communicator.collectives_begun++};
  }
  /// The same of one that a request begins: a persistent one has names of its own.
  CollectiveName next_collective(Communicator& communicator, std::uint64_t request);
  /// Also takes what has come for it early. The request is complete when the operation is.
  void add_collective(const CollectiveName& name, Collective collective);
  /// Looks whether what has come before this rank's call is of another operation.
  void look_at_early(const CollectiveName& name, CollectiveKind kind, std::uint64_t operation);
  /// The same where this rank waits for nothing, and its call returns.
  void end_call(const CollectiveName& name, const Communicator& communicator, CollectiveKind kind,
                std::uint64_t operation);
  /// The same of one that makes a communicator; what was told of it early is taken.
  void add_making(const CollectiveName& name, Collective collective);
  /// Combines values that are all here, in their order, for a collective that has begun.
  void fold_values(const CollectiveName& name, std::vector<std::vector<std::byte>> values);
  /// Brings something to the meeting of a communicator's members, where all are on this PE. What
  /// the call answers, if it does not wait; nothing where it is to be served by messages.
  std::optional<int> meet(Communicator& communicator, const Brought& brought);
  /// Gives a part to be combined with those of all members; to one of them, or to all.
  void contribute_part(const Communicator& communicator, Part part, std::optional<int> root);
  /// The same; they are not combined: each is given to one of them, or to all.
  void gather_part(const Communicator& communicator, Part part, std::optional<int> root);
  void send_part(const Communicator& communicator, int to, const Part& part);
  /// To all other members; of an intercommunicator, to the other group.
  void broadcast_part(const Communicator& communicator, Part part);
  /// One for each member of the rank's own group, in the order of ranks.
  void scatter_parts(const Communicator& communicator, std::vector<Part> parts);
  /// One for each of these; for a communicator that goes by sites.
  void scatter_to(const Communicator& communicator, const std::vector<std::int32_t>& members,
                  std::vector<Part> parts);
  /// Whether operations of its members go by sites: they begin at several, or are two groups.
  bool is_wide(const Communicator& communicator) const {
    return communicator.remote || communicator.has_later || launch().sites.differ;
  }
  /// Whether both members of a communicator tell each other all that is to be told. At the end all
  /// that the chares have under way is to have come, errors of others among it.
  bool is_of_two(const Communicator& communicator) const {
    return communicator.size() == 2 && !communicator.remote &&
           state_.phase != State::Phase::finalized;
  }
  /// This rank's side of such an operation begins, with what it gives, if it does. In `wide` stand
  /// form, head, target and who gives and is root; what comes is taken as parts.
  void begin_wide(const Communicator& communicator, Wide wide, std::vector<Piece> own);
  /// The number in the job of those that data goes to.
  static std::optional<std::int32_t> member_of(const Communicator& communicator,
                                               std::optional<int> rank);
  Piece piece_of(const Communicator& communicator, std::vector<std::byte> bytes) const;
  /// The members of a file or a communicator meet, for what the request is to do with a file.
  int meet(std::uint64_t members, std::uint64_t request, FileTask task, std::uint64_t made_at = 0);
  /// Asks for the place of a file's shared pointer, which goes on by the task's amount.
  void ask_shared_pointer(const File& file, std::uint64_t request, const FileTask& task);
  /// Tells the members of a new communicator of it; for its first one.
  void tell_of_communicator(const CollectiveName& name, const Group& group);

  /// To a member of a window, by its rank there. `result`: where what comes back goes.
  void send_access(std::uint64_t window, int target, Access access,
                   std::span<const std::byte> bytes, std::optional<Window::Pending> result);
  /// `member` is a rank of the job.
  void say(const Window& window, std::int32_t member, WindowWord::What what);
  /// The present call waits for that.
  int begin_step(std::uint64_t window, Window::Step step, std::uint64_t request);
  /// Goes on with what the call that a window's step belongs to waits for, if that is there: its
  /// request is complete at the end. The window may be gone then.
  void advance_window(std::uint64_t window);

  /// The leader of a group that makes an intercommunicator: tells the other leader of it.
  void meet_leader(const CollectiveName& of_own, const CollectiveName& meeting,
                   std::uint64_t communicator, std::int32_t leader, const Group& group);

  // Of partitioned messages (partitioned/). `request` is that of the side that has begun.
  void start_partitioned(std::uint64_t request);
  void send_partitions(std::uint64_t request, std::int32_t first, std::int32_t last);

  /// To the rank of the job that has a port, or the names of services.
  void say_of_port(std::int32_t to, const PortWord& word);
  /// Who waits there is told that it is gone. False where there is none of that number.
  bool close_port(std::uint64_t port);

  /// The root of a call that starts others goes on with what it has read, or tells the members of
  /// the communicator of its error.
  void start_others(std::uint64_t request, Spawning::UnderWay wanted, Started outcome);
  /// Of a communicator that this rank makes: nobody else's in the job.
  std::uint64_t new_context() {
    return (static_cast<std::uint64_t>(number()) + 1) << 32 | ++state_.communicators_made;
  }

  /// A function of the program that runs before the present call is answered.
  struct Upcall {
    enum class Kind : std::uint8_t {
      fold,
      error_handler,
      copy_attribute,
      remove_attribute,
      query_request,
      free_request,
      cancel_request,
    };
    Kind kind = Kind::fold;
    std::uint64_t function = 0;
    std::uint64_t communicator = 0;
    std::int32_t key = 0;
    AttributeStep attribute = {};
    CollectiveName name = {};
    /// Of a generalized request.
    std::uint64_t extra_state = 0, status_at = 0;
    bool is_one_of_many = false;
  };
  void add_upcall(Upcall upcall) { upcalls_.push_back(upcall); }

 private:
  static constexpr std::size_t loan_bytes_min = std::size_t{32} << 10;

  /// What a function of the program is given by address, while it runs.
  struct UpcallMemory {
    std::vector<std::byte> in, inout;
    std::int32_t length = 0;
    std::int64_t long_length = 0;
    std::uint64_t handle = 0;
    std::int32_t code = 0;
    std::int32_t flag = 0;
    std::uint64_t value = 0;
    std::array<std::int32_t, 8> status = {};
  };
  /// One that runs, and may call MPI itself: then the rank waits for that alone, and what this
  /// calls for comes before what was to come next.
  struct Running {
    Upcall upcall = {};
    Waiting waiting = {};          ///< of the call that it belongs to
    std::deque<Upcall> rest = {};  ///< what comes behind it
    UpcallMemory memory = {};
  };

  /// What has come to a process that cannot go on with it: what it was, and its bytes.
  struct Stranded {
    Moving moving;
    std::vector<std::vector<std::byte>> bytes;
  };

  Moving take_down() const;
  void put_up(const Moving& moving);
  void be_stranded(const Moving& moving);
  /// What has to be seen to before a rank may go back reaches it where its memory is not.
  void must_be_here() const {
    if (stranded_ != nullptr) [[unlikely]]
      throw FatalError(unfit_);
  }
  void go_back();
  /// What each rank knows of itself and the job.
  void begin_state();
  void know_launch();
  Expected<void> make_machine();
  /// Runs the program until it waits, and those whom it has given what they wait for.
  void run();
  void drive();
  /// So long behind the begin of the PE's step others may have their turns in it.
  TimeNs round_ns() const;
  void settle_in();
  /// Where the program's code stands, for what it costs from one place to the next.
  std::uint64_t place_of(image::Stop stop) const;
  void serve(const image::Trap& trap);
  void serve_now(const image::Trap& trap);
  /// MPI_THREAD_MULTIPLE (threads.cpp): where the present call waits and a thread has come, the
  /// call is set aside, and that thread is served.
  void let_threads_in();
  /// The present call was set aside, waits again, or is answered by now.
  void take_up_again();
  /// Answers the calls that are set aside and what they wait for holds.
  void answer_aside();
  /// Whether the call is a point, or the rank is to stand still until it knows; it has come there.
  bool stops_before(const image::Trap& trap);
  void come_to_point();
  /// The call is served.
  void leave_point();
  void await_period();
  void note_reasons_to_stay();
  void move_somewhere();
  void ended();
  /// The rank that a message would go to, if it can be handed over instead, in its order; or null.
  Rank* taker(std::int32_t member) const;
  void take_over(const Envelope& envelope, std::span<const std::byte> bytes);
  /// A message for which no receive waits.
  void keep(const Envelope& envelope, std::span<const std::byte> bytes);
  /// It may have what it waits for: it has a turn, if it has.
  void be_ready();
  /// Answers the call that the rank is parked in, if what it waits for holds.
  void look_again();
  std::optional<int> answer_wait();
  /// Whether what Waiting::For::one waits for has come.
  bool is_one_there() const;
  int conclude_one();
  int conclude_all();
  std::optional<int> conclude_some();
  void deliver(std::uint64_t request, const Envelope& envelope, std::span<const std::byte> bytes);

  void begin_upcall();
  void end_upcall();
  void begin_fold(const Upcall& upcall, UpcallMemory& memory);
  void end_fold(const Upcall& upcall, UpcallMemory& memory);
  void begin_attribute_upcall(const Upcall& upcall, UpcallMemory& memory);
  void end_attribute_upcall(const Upcall& upcall, const UpcallMemory& memory);
  void fail_attribute_upcall(const Upcall& upcall, int error);
  void end_request_upcall(const Upcall& upcall);

  /// Tells the other one of two ranks its part, where that is to have the result.
  void exchange_halves(const Communicator& communicator, Part part);
  /// Whether its members meet on this PE, whatever they call there.
  bool meets(const Communicator& communicator) const {
    return is_among_others_ && !communicator.remote && !communicator.has_later &&
           communicator.size() > 1 && pe_count_of_job() == 1;
  }
  Rank& host_of(const Communicator& communicator) const;
  /// This rank begins an operation by messages: those who have come to a meeting for it do as well.
  void begin_apart(const CollectiveName& name);
  /// Who has come to it goes on by messages, and so does who comes later.
  void end_meeting(const CollectiveName& name, const Communicator& communicator);
  void serve_by_messages(const CollectiveName& name);
  /// Combines both halves once both are there.
  void join_halves(Part half);
  /// Not all members have called the same: all are told, and this rank's side of it ends.
  void abandon(const CollectiveName& name, int error);
  void end_abandoned(const CollectiveName& name, int error);
  /// For the next call in the communicator, or the job's end.
  void note_late_error(const CollectiveName& name, const Communicator& communicator, int error);
  /// Of the communicator, which is told of it by that; MPI_SUCCESS where there is none.
  int late_error(std::uint64_t handle);
  bool is_abandoned(const CollectiveName& name) const {
    return !state_.abandoned.empty() && state_.abandoned.contains(name);
  }
  /// Null where this rank has none.
  Communicator* communicator_with(std::uint64_t context);
  /// Of an operation that is not persistent, of a communicator that this rank still has.
  bool has_begun(const CollectiveName& name);
  /// The rank that brings a named part together with the others.
  void send_named(const Communicator& communicator, Part part, std::optional<int> root);
  void give_named(const CollectiveName& name, std::vector<Part> parts);
  void lay_piece(std::uint64_t request, const PartitionPiece& piece,
                 std::span<const std::byte> bytes);
  void pair_at_port(std::uint64_t port);
  void bear(const SpawnWord& word);
  void give_back_slot();
  void hear_of_birth(const SpawnWord& word);
  void end_start(const CollectiveName& name, const Started& started);
  void tell_of_start(std::uint64_t request, Started started);
  void join_other(std::uint64_t join);
  /// Without a communicator. MPI_SUCCESS where there can be none, and the socket is as it was.
  void end_join(std::uint64_t join, int error, const std::string& why);
  bool has_later(const Group& group) const {
    return std::ranges::any_of(group.members,
                               [this](std::int32_t member) { return member >= first_count_; });
  }

  const SitePlan& plan_of(const Communicator& communicator) const;
  void absorb(const CollectiveName& name, Bundle bundle);
  /// Hands on what is whole by now.
  void advance_wide(const CollectiveName& name);
  void give_across(const Wide& wide);
  std::vector<Piece> pieces_for(const Wide& wide, std::int32_t leader) const;
  bool is_at_site_of(std::int32_t leader, std::int32_t rank) const;
  void give_to_site(Wide wide);
  void hand_down(Bundle bundle);
  void take_pieces(const Part& head, Form form, std::vector<Piece> pieces);
  void send_down(const Part& head, std::vector<Piece> pieces,
                 std::span<const std::int32_t> members);

  void receive_part(const CollectiveName& name, const Part& part);
  /// One of those that come one by one.
  void receive_one(const CollectiveName& name, const Part& part);
  void receive_all(const CollectiveName& name, const std::vector<Part>& parts);
  void fold(const CollectiveName& name);
  void give_folded(const CollectiveName& name);
  void end_collective(const CollectiveName& name, int error = 0);
  void join(const CollectiveName& name, const std::vector<Part>& parts);
  /// The leader of the other group has said who that is: this rank, a leader, tells its own group.
  void introduce(const CollectiveName& name, const Part& part);
  void meet(const CollectiveName& name, const Part& part);
  void enter_communicator(const CollectiveName& name);
  void lead_file(const CollectiveName& name, const std::vector<Part>& parts);
  void end_file(const CollectiveName& name, const Part& part);
  const Communicator& communicator_of(const Collective& collective);

  void go_on_with_window(std::uint64_t request);
  void meet_at_window(Window& window, Window::Step step);
  void tell_facts(Window& window, Window::Step step);
  void take_facts(const CollectiveName& name, const std::vector<Part>& parts);
  int share_memory(Window& window);
  void place_shared(Window& window);
  void enter_window(std::uint64_t handle);
  void end_step(Window& window, int error);
  /// It goes, and the call that it belongs to ends.
  void abandon_window(std::uint64_t handle, int error);

  ElementProxy<Rank> rank_of(const Communicator& communicator, int rank) const {
    return at(communicator.peers().members[static_cast<std::size_t>(rank)]);
  }

  State state_;
  // Before it begins, it hears of first ranks alone, and is one of them.
  std::int32_t first_count_ = std::numeric_limits<std::int32_t>::max();  ///< the launch's
  bool is_first_ = true;
  std::unique_ptr<const Launch> own_launch_;
  std::unique_ptr<RankWorld> world_;
  std::unique_ptr<Machine> machine_;
  std::deque<Upcall> upcalls_;  ///< yet to begin
  std::vector<std::unique_ptr<Running>> running_;
  std::uint32_t move_every_ = 0;  ///< the launch's, as the two below
  bool tells_pins_ = false;
  bool has_points_ = false;
  bool may_lend_ = false;
  bool is_among_others_ = false;  ///< can hand things over: in real time, in a process of many
  bool has_turn_ = false;         ///< among Turns
  bool has_met_ = false;          ///< The meeting that it waits for is over.
  Meetings meetings_;             ///< of communicators whose first member it is
  std::map<std::uint64_t, Waiting> set_aside_;  ///< by number: calls of threads that wait
  bool runs_ = false;                           ///< an entry method drives the machine
  bool drives_ = false;                         ///< `run` is under way
  // One of each at a time. Threads that call again and again would else pile them up, and what
  // they wait for would come behind all of them.
  bool turn_is_coming_ = false;  ///< by a message to itself
  bool is_to_let_in_ = false;    ///< a timer looks whether threads are waiting
  Points points_;
  std::set<std::string> stayed_for_;  ///< so far, where the user wants to know
  std::string unfit_;  ///< why it cannot go on in this process, where it has no machine
  std::unique_ptr<Stranded> stranded_;  ///< in that case
};

}  // namespace isthmus::engine::mpi
