#include "isthmus/live/page_file.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "isthmus/live/page_places.hpp"

namespace isthmus::engine::live {

namespace {

constexpr std::uintmax_t page_bytes_max = 8 << 20;

// No path in it begins with '/': something between may put a prefix before it.
constexpr const char* no_page = R"(<!doctype html>
<html lang="en"><meta charset="utf-8"><title>isthmus</title>
<h1>A running job</h1>
<p>The page is not built: <code>make page</code> in the source tree of Isthmus makes it, and the
variable <code>ISTHMUS_PAGE</code> names the file where it lies elsewhere.</p>
<p>What the job says of itself: <a href="status">status</a>, as JSON, and
<a href="metrics">metrics</a>, for Prometheus; <code>isthmus top</code> shows it in a terminal.</p>
</html>
)";

}  // namespace

std::string page_of(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (path.empty() || !std::filesystem::is_regular_file(path, ignored)) continue;
    if (std::filesystem::file_size(path, ignored) > page_bytes_max) continue;
    std::ifstream file(path, std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (!bytes.empty()) return bytes;
  }
  return no_page;
}

std::vector<std::string> page_paths(std::string own) {
  std::vector<std::string> paths = {std::move(own)};
  for (std::string& place : page_places()) paths.push_back(std::move(place));
  return paths;
}

}  // namespace isthmus::engine::live
