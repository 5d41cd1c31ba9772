#include "meshgen/judge.hpp"

#include <cstdio>
#include <utility>

#include "meshgen/vtu.hpp"

namespace meshgen {

isthmus::Expected<bool> judge(const Arguments& arguments, const Requirements& required,
                              Pieces pieces) {
  if (!arguments.check && arguments.output.empty()) return true;
  const WholeMesh whole = assemble(std::move(pieces));
  if (!arguments.output.empty()) {
    if (auto written = write_vtu(arguments.output, whole); !written) {
      return isthmus::forward_error(written);
    }
    std::printf("  result      %s\n", arguments.output.c_str());
  }
  if (!arguments.check) return true;
  bool valid = true;
  for (const Verdict& verdict : check(whole, required)) {
    std::printf("  check       %-11s %s: %s\n", verdict.subject.c_str(),
                verdict.holds ? "ok" : "FAILED", verdict.finding.c_str());
    valid = valid && verdict.holds;
  }
  return valid;
}

}  // namespace meshgen
