// mesh/ghosts/controller.hpp: who decides how deep ghosts are while a job runs, from what was seen.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/isthmus.hpp"

namespace isthmus::mesh {

/// How planes exchange: of one dimension and one class of links, which all do the same.
struct Exchange {
  std::int32_t depth = 1;
  bool is_packed = false;  ///< compressed

  void serialize(auto& archive) { archive(depth, is_packed); }
  bool operator==(const Exchange&) const = default;
};

/// What PEs with blocks at such planes have seen from one exchange to the next, on average. A
/// window in which the exchange was changed is not among them.
struct WindowMeasure {
  Exchange exchange;
  double duration_s = 0;  ///< of the window, so of as many events as it is deep
  double busy_s = 0;      ///< of these: computing, packing, sending, whatever else the PE did

  double lost_s() const { return duration_s - busy_s; }
  double event_s() const { return duration_s / exchange.depth; }
  void serialize(auto& archive) { archive(exchange, duration_s, busy_s); }
};

struct Decision {
  Exchange exchange;
  std::string reason;  ///< one line, for reports
};

/// Looks at no clock and sends nothing: is told what was measured, and says what to change.
/// Measures of exchanges that it has not asked for, which come until a change is through, are left
/// out.
class Controller {
 public:
  virtual ~Controller() = default;
  /// After each window. Nothing: all stays as it is.
  virtual std::optional<Decision> take(const WindowMeasure& measure) = 0;
  /// What it has asked for.
  virtual const Exchange& exchange() const = 0;
};

/// What is known of the planes before anything is measured.
struct ControllerFacts {
  /// By depth, from 1 on: what windows of that depth compute, in units of what blocks compute
  /// without redundant points. As many as blocks are thick enough for.
  std::vector<double> work;
  bool may_pack = false;        ///< whether there is a compression to try
  std::int32_t depth = 1;       ///< to begin with
  bool is_depth_fixed = false;  ///< then nothing but compression is decided

  void serialize(auto& archive) { archive(work, may_pack, depth, is_depth_fixed); }
};

/// "75 ms", "0.139 ms", for reasons.
std::string in_ms(double seconds);

/// "auto", "paper"; nothing for "fixed". ErrorCode::bad_input for any other word.
Expected<std::unique_ptr<Controller>> make_controller(const std::string& rule,
                                                      const ControllerFacts& facts);

}  // namespace isthmus::mesh
