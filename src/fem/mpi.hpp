// fem/mpi.hpp: parts of a mesh as ranks of MPI; needs mpi.h alone, of any implementation.
#pragma once

#include <mpi.h>

#include <span>
#include <stdexcept>
#include <vector>

#include "fem/exchange.hpp"
#include "fem/piece.hpp"

namespace isthmus::fem {

/// Does for a rank, which has the piece of its number, what fem::Part does for chares: values at
/// nodes and elements, `components` of each. All ranks call the same functions in the same order.
/// Uses one tag of the communicator, which it does not own; a link to a rank that there is not is
/// an error of MPI.
class MpiExchange {
 public:
  /// The piece outlives it.
  MpiExchange(MPI_Comm communicator, const Piece& piece, int tag = 0)
      : communicator_(communicator), piece_(piece), tag_(tag) {}

  /// The owners' values of nodes to all who hold the node.
  void copy_nodes(std::span<double> values, int components) const {
    copy(values, components, &Link::nodes_to, &Link::nodes_from);
  }
  /// The values of elements to all who hold them as ghosts.
  void copy_elements(std::span<double> values, int components) const {
    copy(values, components, &Link::elements_to, &Link::elements_from);
  }
  /// At nodes where several parts have elements of their own, the sum of those parts' values, in
  /// the order of the parts.
  void add_shared(std::span<double> values, int components) const {
    combine(values, components, Combining::sum);
  }
  /// Gives them the greatest of the values instead.
  void max_shared(std::span<double> values, int components) const {
    combine(values, components, Combining::greatest);
  }

 private:
  using Buffers = std::vector<std::vector<double>>;

  // By link, what has come over it.
  Buffers round(std::span<const double> values, int components, Places to, Places from) const {
    const std::vector<Link>& links = piece_.links;
    Buffers out(links.size());
    Buffers in(links.size());
    std::vector<MPI_Request> requests(2 * links.size());
    for (std::size_t i = 0; i < links.size(); ++i) {
      in[i].resize(static_cast<std::size_t>(components) * (links[i].*from).size());
      MPI_Irecv(in[i].data(), static_cast<int>(in[i].size()), MPI_DOUBLE, links[i].part, tag_,
                communicator_, &requests[i]);
    }
    for (std::size_t i = 0; i < links.size(); ++i) {
      pick(values, components, links[i].*to, out[i]);
      MPI_Isend(out[i].data(), static_cast<int>(out[i].size()), MPI_DOUBLE, links[i].part, tag_,
                communicator_, &requests[links.size() + i]);
    }
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    return in;
  }

  void copy(std::span<double> values, int components, Places to, Places from) const {
    const Buffers in = round(values, components, to, from);
    for (std::size_t i = 0; i < in.size(); ++i) {
      // A message that is too long is an error of MPI; a short one leaves zeros behind.
      if (!place(values, components, piece_.links[i].*from, in[i])) {
        throw std::logic_error("a link does not fit its piece");
      }
    }
  }

  void combine(std::span<double> values, int components, Combining combining) const {
    const Buffers in = round(values, components, &Link::shared, &Link::shared);
    const std::vector<std::span<const double>> from(in.begin(), in.end());
    if (!combine_shared(piece_, values, components, from, combining)) {
      throw std::logic_error("a link does not fit its piece");
    }
  }

  MPI_Comm communicator_;
  const Piece& piece_;
  int tag_;
};

}  // namespace isthmus::fem
