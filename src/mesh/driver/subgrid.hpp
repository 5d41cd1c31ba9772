// mesh/driver/subgrid.hpp: a block's piece of the grid: its fields, and what is done with them
// there.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mesh/driver/boundaries.hpp"
#include "mesh/driver/course.hpp"
#include "mesh/driver/fields.hpp"
#include "mesh/driver/setup.hpp"

namespace isthmus::mesh {

constexpr std::size_t face_count = 2 * dimension_count;

/// Adds so many layers to the box at a face.
constexpr void grow(Box& box, std::size_t face, std::int32_t layers) {
  const std::size_t d = face / 2;
  box = face % 2 == 0 ? box.grown(d, layers, 0) : box.grown(d, 0, layers);
}

/// Where a face of a block lies: at the border of the grid, where a region of a finer level ends
/// within it, or at a plane between blocks.
struct BlockFace {
  bool is_boundary = false;
  bool is_open = false;              ///< its ghosts come from the coarser level, at no event
  std::int32_t depth = 1;            ///< of the plane
  std::int32_t layers = 0;           ///< in memory
  std::int32_t left = 0;             ///< events until the plane exchanges; 0: at the next one
  bool exchanges = false;            ///< at the present event
  const Segment* segment = nullptr;  ///< behind the present event; null at a boundary

  void serialize(auto& archive) { archive(is_boundary, is_open, depth, layers, left, exchanges); }
};

/// One block's part of a mesh without any messages. Does operations on its points and as many
/// layers beyond them as are needed, applies boundaries, and knows which points go to and come from
/// which neighbour.
class Subgrid {
 public:
  Subgrid() = default;
  /// `place` among the blocks of the cut.
  Subgrid(std::shared_ptr<const Course> course, const MeshSetup& setup, const Point& place);

  const Box& box() const { return box_; }
  const Fields& fields() const { return fields_; }
  const BlockFace& face(std::size_t number) const { return faces_[number]; }
  const Course& course() const { return *course_; }
  bool is_periodic(std::size_t dimension) const {
    return mesh::is_periodic(course_->plan().boundaries, dimension);
  }
  std::vector<ParameterValue>& parameters() { return parameters_; }
  /// Of reductions: see SerialMesh.
  Results& results() { return results_; }
  const Results& results() const { return results_; }

  /// A step begins: boundaries that need it keep what is there.
  void begin_step();
  /// Whether they do: then no ghosts may be on their way when a step begins.
  bool keeps_past() const { return keeps_past_; }

  /// An event: finds out which planes exchange, and what is computed up to the next event. The
  /// memory of fields at this moment is that which is sent and filled.
  void begin_event(Phase phase, std::int64_t event);
  /// Fills the boundaries of the fields that are synchronized.
  void fill_boundaries(const Operation& operation, bool has_past, double step_size);

  /// What the operation, so many behind the event, computes.
  Box target(Phase phase, const Operation& operation, std::size_t operation_behind) const;
  /// That part of it for which no ghosts are needed that come by the present event in the
  /// dimension or one behind it; those of the dimensions before have come.
  Box inner_target(const Operation& operation, const Box& target, std::size_t dimension) const;
  /// Whether the operation leaves alone what is sent at the present event.
  bool leaves_transfers_alone(const Operation& operation) const;
  /// Calls the routine for the points of the box.
  void compute(const Operation& operation, const Box& box, const Moment& moment) const;
  void rotate(const Operation& operation) { fields_.rotate(operation.fields); }

  /// What goes to the neighbour at the face at the present event, which is one where the plane
  /// exchanges; in doubles.
  std::size_t size_to_send(std::size_t face) const;
  void pack_face(std::size_t face, std::vector<double>& values) const;
  /// So many of these, one behind the other, may be off by so much.
  struct Part {
    std::size_t count = 0;
    double error = 0;
  };
  std::vector<Part> parts_of_face(std::size_t face) const;
  /// Returns false where the values are not as many as there should be.
  bool unpack_face(std::size_t face, std::span<const double> values);
  /// Fills this one's ghosts at a face from where the neighbour has them.
  void copy_face(std::size_t face, const Subgrid& neighbour);
  /// The same both ways: the neighbour's ghosts there, too.
  void swap_face(std::size_t face, Subgrid& neighbour);
  /// Fills both ends of a dimension that is periodic and not cut.
  void wrap_around(std::size_t dimension);

  /// The analysis is done; goes on behind that event of a step.
  void return_to(Phase phase, std::int64_t event);

  /// Other depths from the next exchange on.
  void change_depths(const MeshSetup& setup, const Point& place);

  /// When it has been read, it needs `attach` before anything else.
  void serialize(auto& archive) {
    std::vector<std::int64_t> parameters = parameter_numbers();
    archive(geometry_, box_, faces_, open_layers_, fields_, parameters, results_, past_,
            keeps_past_, phase_, event_, event_places_);
    if constexpr (std::remove_reference_t<decltype(archive)>::is_reading) take(parameters);
  }
  void attach(std::shared_ptr<const Course> course);

 private:
  std::vector<std::int64_t> parameter_numbers() const;
  void take(const std::vector<std::int64_t>& parameters);
  void set_depths(const MeshSetup& setup, const Point& place);
  Box storage() const;
  void find_segments();
  void find_open_segments();
  /// Of a field at a face that exchanges.
  struct Piece {
    std::int32_t field;
    std::int32_t layers;
    Box sent;  ///< to the neighbour

    /// By the neighbour.
    Box filled(std::size_t face) const {
      return sent.moved(face / 2, face % 2 == 0 ? -layers : layers);
    }
  };
  /// What goes over the faces at all events where the same planes exchange and the same segments
  /// follow: found once, since boxes of small blocks take as long to find as to copy.
  struct Exchange {
    std::array<const Segment*, face_count> segments{};
    std::array<bool, face_count> exchanges{};
    std::array<std::vector<Piece>, face_count> pieces;
    std::array<std::int64_t, face_count> points{};  // of all pieces

    bool is_at(const std::array<BlockFace, face_count>& all) const;
  };
  static constexpr std::size_t exchanges_max = 12;  // deep ghosts have many, and exchange seldom
  void find_exchange();
  const Exchange& exchange() const { return exchanges_[exchange_]; }
  Box box_to_send(std::size_t face, const Window::Transfer& transfer) const;
  /// From points at the face to those that the neighbour there has: of a torus, to its other end.
  std::int32_t to_neighbour(std::size_t face) const;
  void copy_past(std::size_t face, const Subgrid& neighbour);
  /// What boundaries keep of the step's begin goes with ghosts that come within the step, as it is
  /// needed there, too: calls `what(layers, sent, filled)` for each.
  template <class What>
  void for_each_past(std::size_t face, What&& what) const;
  /// Over which points of the dimensions but `dimension` a face exchanges.
  Box across(std::size_t dimension, std::int32_t field) const;
  /// Fills both ends of a dimension; `layer` says over which points of the others.
  void wrap_layers(const View& view, std::size_t dimension, std::int32_t layers, Box layer) const;
  View at_event(std::int32_t field) const {
    return fields_.at_place(event_places_[static_cast<std::size_t>(field)]);
  }
  void compute_from(std::size_t dimension, const Operation& operation, const Box& box,
                    const Point& shift, const Moment& moment) const;
  const Box& whole() const { return geometry_.whole; }

  std::shared_ptr<const Course> course_;
  Geometry geometry_;
  Box box_;
  std::array<BlockFace, face_count> faces_;
  std::int32_t open_layers_ = 0;
  std::array<std::vector<Segment>, 4> open_segments_;  // by phase and event; where a face is open
  Fields fields_;
  std::vector<ParameterValue> parameters_;
  Results results_;
  PastBoundaries past_;
  bool keeps_past_ = false;
  // Of the present event.
  Phase phase_ = Phase::initial;
  std::int64_t event_ = 0;
  std::vector<std::int32_t> event_places_;  // by field: its memory
  std::vector<Exchange> exchanges_;         // of events that were; found anew where it comes to
  std::size_t exchange_ = 0;                // the present one
};

}  // namespace isthmus::mesh
