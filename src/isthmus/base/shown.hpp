// isthmus/base/shown.hpp: what of a running job is shown to who looks at it, by name.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace isthmus::engine {

/// A number as of now. Plain data.
struct ShownFigure {
  std::string name;  ///< With its unit where it has one: "resident_bytes", "entry_s".
  double value = 0;
};

/// Likewise a word, such as a name or a state.
struct ShownWord {
  std::string name;
  std::string text;
};

/// One thing that is shown: a PE, a link, what the program is at. Plain data; is sent.
struct ShownRow {
  std::string panel;  ///< Of rows of one kind: "pes", "links".
  std::vector<ShownFigure> figures = {};
  std::vector<ShownWord> words = {};
};

/// What one PE, or one process, shows. Who owns what is worth a look adds it, and outlives the last
/// one; who shows it to people needs to know none of them. While nobody looks none is called.
class Shown {
 public:
  /// Adds its rows. On the PE's thread; of a process, on any PE's, one at a time.
  using Source = std::function<void(std::vector<ShownRow>& rows)>;

  /// Before the PEs step, or on the PE's thread.
  void add(Source source) { sources_.push_back(std::move(source)); }

  std::vector<ShownRow> rows() const {
    std::vector<ShownRow> rows;
    for (const Source& source : sources_) source(rows);
    return rows;
  }

 private:
  std::vector<Source> sources_;
};

}  // namespace isthmus::engine

namespace isthmus {

using engine::ShownFigure;
using engine::ShownRow;
using engine::ShownWord;

}  // namespace isthmus
