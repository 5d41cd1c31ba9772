// isthmus/runtime/verb_orders.hpp: sets verbs for a whole job.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "isthmus/base/error.hpp"
#include "isthmus/base/verbs.hpp"
#include "isthmus/object/objects.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine::runtime {

/// Where a verb is of each process, the process of the main program sets its own and passes the
/// request on to all others, which answer when they have done it. Requests wait for each other, and
/// one for a name that is unknown as yet for the main program to have said what it lets change. One
/// in each process; its handlers run on the process's first PE.
class VerbOrders {
 public:
  /// Nothing when all have done it; ErrorCode::bad_input, as Verbs::set, that says which refused.
  using Done = std::function<void(const Expected<void>& done)>;

  VerbOrders(const Verbs& verbs, const topology::Topology& topology)
      : verbs_(verbs), topology_(topology) {}

  /// Once for each PE of the process, in order.
  void attach(Objects& objects);
  /// In the process of the main program, on its first PE. Where this process refuses, nobody is
  /// asked; else those that have not refused have done it. `done` is called there, perhaps at once,
  /// and never where the job ends first.
  void set(std::string name, std::string text, Done done);
  /// There: the main program has been suspended for the first time, or has ended. From now on a
  /// name that is unknown is refused.
  void program_has_begun();
  /// There: others have been asked and have not answered.
  bool is_under_way() const { return is_under_way_; }

 private:
  struct Request {
    std::string name;
    std::string text;
    Done done;
  };

  void start_next();
  void order();
  void finish();
  void receive_order(MessagePtr message);
  void receive_answer(MessagePtr message);

  const Verbs& verbs_;
  const topology::Topology& topology_;
  Objects* first_ = nullptr;
  HandlerId order_handler_{};
  HandlerId answer_handler_{};

  // In the process of the main program.
  std::deque<Request> requests_;
  bool is_under_way_ = false;  // the first of them
  bool program_has_begun_ = false;
  std::uint64_t number_ = 0;
  std::set<ProcessId> awaited_;  // who has not answered
  std::vector<std::string> refusals_;
};

}  // namespace isthmus::engine::runtime
