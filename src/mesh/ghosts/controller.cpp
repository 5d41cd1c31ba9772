#include "mesh/ghosts/controller.hpp"

#include <array>
#include <cstdio>

#include "mesh/ghosts/auto_rule.hpp"
#include "mesh/ghosts/paper_rule.hpp"

namespace isthmus::mesh {

std::string in_ms(double seconds) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.3g ms", 1e3 * seconds);
  return text.data();
}

Expected<std::unique_ptr<Controller>> make_controller(const std::string& rule,
                                                      const ControllerFacts& facts) {
  if (rule == "auto") return std::make_unique<AutoController>(facts);
  if (rule == "paper") return std::make_unique<PaperController>(facts);
  if (rule == "fixed") return nullptr;
  return fail(ErrorCode::bad_input, "there is no rule \"" + rule + "\"", {},
              "auto, paper or fixed");
}

}  // namespace isthmus::mesh
