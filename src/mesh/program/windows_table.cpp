#include "mesh/program/windows_table.hpp"

#include "mesh/output/number_text.hpp"

namespace isthmus::mesh {

std::string windows_table(const std::vector<SeenWindow>& windows) {
  std::string text = "event,depth,packed,duration_s,busy_s,end_s\n";
  for (const SeenWindow& window : windows) {
    const WindowMeasure& measure = window.measure;
    text += std::to_string(window.end) + "," + std::to_string(measure.exchange.depth) + "," +
            (measure.exchange.is_packed ? "1," : "0,") + number_text(measure.duration_s) + "," +
            number_text(measure.busy_s) + "," + number_text(window.told_s) + "\n";
  }
  return text;
}

}  // namespace isthmus::mesh
