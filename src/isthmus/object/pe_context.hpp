// isthmus/object/pe_context.hpp: what every part of this room has of its PE.
#pragma once

#include <string>

#include "isthmus/base/error.hpp"
#include "isthmus/base/object_id.hpp"
#include "isthmus/location/message_costs.hpp"
#include "isthmus/message/payload.hpp"
#include "isthmus/message/region.hpp"
#include "isthmus/object/balancing.hpp"
#include "isthmus/object/collectives.hpp"
#include "isthmus/sched/pe.hpp"
#include "isthmus/topology/members.hpp"
#include "isthmus/topology/topology.hpp"

namespace isthmus::engine {

struct LocalCollection;

/// Takes the failure that ends the job.
class FailureSink {
 public:
  virtual ~FailureSink() = default;
  /// Any PE's thread. The first failure is reported, later ones are dropped.
  virtual void fail(Error error) = 0;
};

/// A PE and what it stands in: who is in the job, who works for all PEs together, who is told of
/// failures. For the PE's thread alone.
class PeContext {
 public:
  struct Surroundings {
    sched::Pe& pe;
    const topology::Members& members;
    const PayloadTable& payloads;
    FailureSink& failures;
    Regions& regions;
    location::MessageCosts message_costs = {};
  };

  explicit PeContext(const Surroundings& surroundings)
      : pe_(surroundings.pe),
        members_(surroundings.members),
        topology_(surroundings.members.topology()),
        payloads_(surroundings.payloads),
        failures_(surroundings.failures),
        regions_(surroundings.regions),
        message_costs_(surroundings.message_costs) {}
  PeContext(const PeContext&) = delete;
  PeContext& operator=(const PeContext&) = delete;

  /// Once, before the first step.
  void attach(Collectives& collectives) { collectives_ = &collectives; }
  void attach(Balancing& balancing) { balancing_ = &balancing; }

  sched::Pe& pe() const { return pe_; }
  Pool& pool() const { return pe_.pool(); }
  PeId pe_id() const { return pe_.id(); }
  const topology::Members& members() const { return members_; }
  const topology::Topology& topology() const { return topology_; }
  std::uint32_t pe_count() const { return static_cast<std::uint32_t>(topology_.pe_count()); }
  const PayloadTable& payloads() const { return payloads_; }
  Collectives& collectives() const { return *collectives_; }
  /// Null in a job without a load balancer.
  Balancing* balancing() const { return balancing_; }
  /// Of this process: where what ElementProxy::send_to_region sends may be received.
  Regions& regions() const { return regions_; }
  const location::MessageCosts& message_costs() const { return message_costs_; }
  /// Who keeps, once for the process, what it takes to begin again: whoever is lost, the others
  /// know it.
  bool is_first_of_process() const {
    return topology_.pes_of(topology_.process_of(pe_.id())).first == pe_.id();
  }
  bool is_in_other_process(PeId pe) const {
    return topology_.process_count() > 1 &&
           topology_.process_of(pe) != topology_.process_of(pe_.id());
  }

  /// Sends a message of the runtime's own about an object. All have one priority, before every
  /// other, so that those from one PE to another stay in order and nothing overtakes them.
  void post(MessagePtr message, HandlerId handler, const ObjectId& about, PeId to) const;

  /// Ends the job.
  void fail(Error error) const { failures_.fail(std::move(error)); }
  /// Ends the job over a message that no PE which keeps to the rules sends.
  void refuse(const Message& message, const std::string& what, std::string expected_what) const;
  /// Whether the message's payload is of that kind; else the job has failed.
  bool expect_kind(const Message& message, PayloadOps::Kind kind) const {
    if (message.ops != nullptr && message.ops->kind == kind) [[likely]]
      return true;
    refuse_kind(message, {});
    return false;
  }
  void refuse_kind(const Message& message, std::string expected_what) const;
  /// A mapping's answer, where it is a PE that takes part.
  Expected<PeId> checked_pe(const LocalCollection& collection, const Key& key, PeId pe) const;
  /// Whether it is; else the job has failed.
  bool expect_pe(const LocalCollection& collection, const Key& key, PeId pe) const;

 private:
  sched::Pe& pe_;
  const topology::Members& members_;
  const topology::Topology& topology_;
  const PayloadTable& payloads_;
  FailureSink& failures_;
  Regions& regions_;
  Collectives* collectives_ = nullptr;
  Balancing* balancing_ = nullptr;
  const location::MessageCosts message_costs_;
};

}  // namespace isthmus::engine
