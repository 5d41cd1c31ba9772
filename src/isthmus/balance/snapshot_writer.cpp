#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "isthmus/balance/snapshot_json.hpp"

namespace isthmus::engine::balance {

namespace {

template <class Number>
void append(std::string& text, Number number) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  text.append(digits.data(), end.ptr);
}

/// `"key": [...]` of what `write(i)` appends for each i.
template <class Write>
void append_array(std::string& text, const char* key, std::size_t count, Write write) {
  text += "\"" + std::string(key) + "\": [";
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += i % 32 == 0 ? ",\n" : ",";
    write(i);
  }
  text += ']';
}

template <class Number>
void append_numbers(std::string& text, const char* key, const std::vector<Number>& values) {
  append_array(text, key, values.size(), [&](std::size_t i) { append(text, values[i]); });
}

template <class IdType>
void append_ids(std::string& text, const char* key, const std::vector<IdType>& values) {
  append_array(text, key, values.size(), [&](std::size_t i) { append(text, values[i].value); });
}

/// Invalid UTF-8 becomes U+FFFD.
std::string quoted(const std::string& name) {
  return nlohmann::json(name).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void append_objects(std::string& text, const ObjectColumns& objects) {
  text += "\"objects\": {\n";
  append_numbers(text, "cpu_s", objects.cpu_s);
  text += ",\n";
  append_ids(text, "pe", objects.pe);
  text += ",\n";
  std::vector<std::uint32_t> pinned;
  for (std::uint32_t i = 0; i < objects.size(); ++i) {
    if (objects.is_pinned[i] != 0) pinned.push_back(i);
  }
  append_numbers(text, "pinned", pinned);
  text += ",\n";
  append_numbers(text, "bytes", objects.bytes);
  if (!objects.position.empty()) {
    text += ",\n";
    append_array(text, "position", objects.size(), [&](std::size_t i) {
      text += '[';
      append(text, objects.position[i][0]);
      text += ',';
      append(text, objects.position[i][1]);
      text += ']';
    });
  }
  text += "\n},\n";
}

void append_edges(std::string& text, const EdgeColumns& edges) {
  std::vector<std::uint32_t> from;
  from.reserve(edges.size());
  for (std::uint32_t i = 0; i + 1 < edges.begin.size(); ++i) {
    from.insert(from.end(), edges.begin[i + 1] - edges.begin[i], i);
  }
  text += "\"edges\": {\n";
  append_numbers(text, "from", from);
  text += ",\n";
  append_numbers(text, "to", edges.to);
  text += ",\n";
  append_numbers(text, "messages", edges.messages);
  text += ",\n";
  append_numbers(text, "bytes", edges.bytes);
  text += "\n},\n";
}

void append_links(std::string& text, const LinkCosts& links) {
  text += "\"links\": {\"wide_area_latency_s\": ";
  append(text, links.wide_area_latency_s);
  text += ", \"wide_area_bytes_per_s\": ";
  append(text, links.wide_area_bytes_per_s);
  text += ", \"local_bytes_per_s\": ";
  append(text, links.local_bytes_per_s);
  text += ", \"message_s\": ";
  append(text, links.message_s);
  text += "}\n";
}

}  // namespace

std::string to_json(const Snapshot& snapshot) {
  std::string text = "{\n\"version\": 1,\n\"name\": " + quoted(snapshot.name) + ",\n\"steps\": ";
  append(text, snapshot.steps);
  text += ",\n";
  append_array(text, "sites", snapshot.site_count(),
               [&](std::size_t i) { text += quoted(snapshot.sites[i]); });
  text += ",\n\"pes\": {\n";
  append_ids(text, "site", snapshot.pes.site);
  text += ",\n";
  append_ids(text, "node", snapshot.pes.node);
  text += ",\n";
  append_numbers(text, "speed", snapshot.pes.speed);
  text += ",\n";
  append_numbers(text, "background_s", snapshot.pes.background_s);
  text += "\n},\n";
  append_objects(text, snapshot.objects);
  append_edges(text, snapshot.edges);
  append_links(text, snapshot.links);
  return text + "}\n";
}

Expected<void> save_snapshot(const Snapshot& snapshot, const std::string& path) {
  const std::string text = to_json(snapshot);
  errno = 0;
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) {
    return fail(ErrorCode::io, with_errno("cannot open", errno), path, "a file to write");
  }
  const bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int error_number = errno;
  if (std::fclose(file) != 0 || !is_written) {
    return fail(ErrorCode::io, with_errno("cannot write", is_written ? errno : error_number), path);
  }
  return {};
}

}  // namespace isthmus::engine::balance
