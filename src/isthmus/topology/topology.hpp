// isthmus/topology/topology.hpp: which PE is in which process, node and site, and what joins them.
#pragma once

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "isthmus/base/assert.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/socket.hpp"
#include "isthmus/topology/grid.hpp"

namespace isthmus::engine::topology {

/// `count` consecutive ids from `first` on; iterates over the ids.
template <class IdType>
struct IdRange {
  IdType first = IdType(0);
  int count = 0;

  class Iterator {
   public:
    using value_type = IdType;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::forward_iterator_tag;
    using pointer = const IdType*;
    using reference = IdType;

    Iterator() = default;
    explicit Iterator(std::uint32_t at) : at_(at) {}
    IdType operator*() const { return IdType(at_); }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    Iterator operator++(int) { return Iterator(at_++); }
    bool operator==(const Iterator&) const = default;

   private:
    std::uint32_t at_ = 0;
  };

  Iterator begin() const { return Iterator(first.value); }
  Iterator end() const { return Iterator(first.value + static_cast<std::uint32_t>(count)); }
  bool contains(IdType id) const {
    return id.value >= first.value && id.value - first.value < static_cast<std::uint32_t>(count);
  }
  bool operator==(const IdRange&) const = default;
};

using PeRange = IdRange<PeId>;
using ProcessRange = IdRange<ProcessId>;
using NodeRange = IdRange<NodeId>;

/// A valid grid, numbered: PEs from 0 on, site by site, node by node, process by process.
/// Immutable; any thread may ask. Every query is O(1) and allocates nothing. An id that the
/// topology does not have is a programmer's error.
class Topology {
 public:
  /// Fails where validate(grid) does.
  static Expected<Topology> from_grid(const Grid& grid);

  /// The same sites, nodes and PEs with all PEs in one process, as the `threads` backend has them.
  /// Sites still decide first: PEs of two sites are joined `between_sites`.
  Topology in_one_process() const;
  /// The same without these processes, of which there is one that stays: all numbers are as before,
  /// and theirs are nobody's. They are nobody's neighbours and hold no objects, and where one was
  /// its site's gateway another one of the site is.
  Topology without(const std::vector<ProcessId>& absent) const;
  bool is_absent(ProcessId process) const { return at(process).is_absent; }
  /// All others, in ascending order.
  std::vector<ProcessId> present() const;

  int site_count() const { return static_cast<int>(sites_.size()); }
  int node_count() const { return static_cast<int>(nodes_.size()); }
  int process_count() const { return static_cast<int>(processes_.size()); }
  int pe_count() const { return static_cast<int>(pes_.size()); }

  SiteId site_of(PeId pe) const { return at(pe).site; }
  NodeId node_of(PeId pe) const { return at(pe).node; }
  ProcessId process_of(PeId pe) const { return at(pe).process; }
  /// Those of the process's first PE, where all PEs are in one process.
  SiteId site_of(ProcessId process) const { return site_of(at(process).pes.first); }
  NodeId node_of(ProcessId process) const { return node_of(at(process).pes.first); }
  SiteId site_of(NodeId node) const { return site_of(at(node).pes.first); }

  PeRange pes_of(ProcessId process) const { return at(process).pes; }
  PeRange pes_of(NodeId node) const { return at(node).pes; }
  PeRange pes_of(SiteId site) const { return at(site).pes; }
  /// The processes that hold PEs of the site; only `in_one_process` do sites share one.
  ProcessRange processes_of(SiteId site) const;
  NodeRange nodes_of(SiteId site) const { return at(site).nodes; }

  /// Relative speed of the PE's processor; 1.0 by default.
  double speed_of(PeId pe) const { return at(pe).speed; }
  /// Whether mappings and balancers may put objects there. Elements of groups live on all PEs, and
  /// wherever the program itself says.
  bool holds_objects(PeId pe) const { return at(pe).holds_objects; }
  /// All of those, in order; one or more of each site that has processes.
  const std::vector<PeId>& object_pes() const { return object_pes_; }
  /// By PE, the speeds of all PEs before it that hold objects; at the end, one more, of all.
  const std::vector<double>& speeds_before() const { return speeds_before_; }
  std::string_view site_name(SiteId site) const { return at(site).name; }
  std::string_view node_name(NodeId node) const { return at(node).name; }
  const std::string& address_of(NodeId node) const { return at(node).address; }
  const std::string& address_of(ProcessId process) const { return address_of(node_of(process)); }

  const Reach& reach_of(NodeId node) const { return at(node).reach; }
  /// Where the process listens, what it tells the others, and where other sites meet it, as the
  /// grid says; empty hosts where it says nothing.
  HostPort listen_of(ProcessId process) const {
    return place_of(process, reach_of(node_of(process)).listen);
  }
  HostPort advertised_of(ProcessId process) const {
    return place_of(process, reach_of(node_of(process)).advertise);
  }
  HostPort relay_of(ProcessId process) const;

  /// The first process of the site that is not absent: where its grid has gateways, the one that
  /// speaks with those of other sites, for all of the site.
  ProcessId gateway_of(SiteId site) const { return at(site).gateway; }
  /// Who takes what one process sends to another, or sends on: the other one itself, as a rule.
  ProcessId next_hop(ProcessId from, ProcessId to) const;
  /// Whether two different processes send to each other without others in between; of an absent one
  /// never.
  bool are_neighbours(ProcessId a, ProcessId b) const {
    return !is_absent(a) && !is_absent(b) && next_hop(a, b) == b && next_hop(b, a) == a;
  }
  /// All of a process.
  std::vector<ProcessId> neighbours_of(ProcessId process) const;

  LinkKind link_kind(PeId a, PeId b) const;
  /// Two different processes are never `same_process`; a process and itself always are.
  LinkKind link_kind(ProcessId a, ProcessId b) const;
  /// The class of messages from one site to another: the pair's own, or that of `between_sites`.
  /// Within a site: that of `same_site`.
  const LinkClass& link_class(SiteId from, SiteId to) const;
  const LinkClass& link_class(LinkKind kind) const {
    return classes_[static_cast<std::size_t>(kind)];
  }
  const LinkClass& link_class(PeId from, PeId to) const;
  /// The class of that name, whether anything is joined by it or not; null where there is none.
  const LinkClass* find_link_class(std::string_view name) const;

  /// 0 same PE, 1 same process, 2 same node, 3 same site, 4 another site.
  int distance(PeId a, PeId b) const;

  const Grid& grid() const { return grid_; }

 private:
  struct PeRecord {
    ProcessId process;
    NodeId node;
    SiteId site;
    bool holds_objects = true;
    double speed = 1.0;
  };
  struct ProcessRecord {
    PeRange pes;
    bool is_absent = false;
  };
  struct NodeRecord {
    std::string name;
    std::string address;
    PeRange pes;
    Reach reach;
  };
  struct SiteRecord {
    std::string name;
    PeRange pes;
    NodeRange nodes;
    ProcessId gateway;
  };

  Topology() = default;
  void add_node(const Node& node, SiteId site);
  void count_object_pes();
  void add_classes();
  HostPort place_of(ProcessId process, const std::string& text) const;

  const PeRecord& at(PeId id) const { return checked(pes_, id.value); }
  const ProcessRecord& at(ProcessId id) const { return checked(processes_, id.value); }
  const NodeRecord& at(NodeId id) const { return checked(nodes_, id.value); }
  const SiteRecord& at(SiteId id) const { return checked(sites_, id.value); }
  template <class Record>
  static const Record& checked(const std::vector<Record>& records, std::size_t index);

  Grid grid_;
  std::vector<PeRecord> pes_;
  std::vector<double> speeds_before_ = {0.0};
  std::vector<ProcessRecord> processes_;
  std::vector<NodeRecord> nodes_;
  std::vector<SiteRecord> sites_;
  std::vector<LinkClass> classes_;  ///< The four kinds first, in their order.
  /// from << 32 | to, for the pairs with a class of their own alone.
  std::unordered_map<std::uint64_t, std::size_t> class_of_pair_;
  std::vector<PeId> object_pes_;
};

template <class Record>
const Record& Topology::checked(const std::vector<Record>& records, std::size_t index) {
  ISTHMUS_VERIFY_THAT(index < records.size());
  return records[index];
}

/// The topology as one JSON object, as docs/formats/grid.md describes it. `warnings` are printed
/// along.
std::string to_json(const Topology& topology, const std::vector<std::string>& warnings = {});

}  // namespace isthmus::engine::topology

namespace isthmus {

namespace topology = engine::topology;

}  // namespace isthmus
