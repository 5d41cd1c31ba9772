#include "isthmus/door/request.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace isthmus::engine::door {

namespace {

using Json = nlohmann::ordered_json;

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string_view word_of(TakesEffect when) {
  return when == TakesEffect::at_once ? "at once" : "at the next balancing step";
}

Json value_of(const Verb& verb) { return verb.value ? Json(verb.value()) : Json(nullptr); }

std::string_view word_of(VerbKind kind) {
  switch (kind) {
    case VerbKind::text:
      return "text";
    case VerbKind::number:
      return "number";
    case VerbKind::choice:
      return "choice";
    case VerbKind::action:
      return "action";
  }
  std::unreachable();
}

Json bound_of(const std::optional<double>& bound) { return bound ? Json(*bound) : Json(); }

Json rows_of(std::span<const Verb> verbs) {
  Json rows = Json::array();
  for (const Verb& verb : verbs) {
    Json row = {{"name", verb.name},
                {"metavar", verb.metavar},
                {"what", verb.what},
                {"value", value_of(verb)},
                {"takes_effect", word_of(verb.takes_effect)},
                {"of", verb.of == VerbOf::job ? "job" : "each process"},
                {"kind", word_of(verb.kind)},
                {"choices", verb.choices}};
    if (verb.kind == VerbKind::number) {
      row["least"] = bound_of(verb.least);
      row["most"] = bound_of(verb.most);
      row["whole"] = verb.is_whole;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::unexpected<Error> malformed(std::string what, std::string expected_what) {
  return fail(ErrorCode::malformed, std::move(what), {}, std::move(expected_what));
}

}  // namespace

Expected<Request> read_request(std::string_view line) {
  if (line.size() > request_bytes_max) {
    return malformed("a request that is too long",
                     std::to_string(request_bytes_max) + " bytes at most");
  }
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) return malformed("a request that is no JSON object", "one, on one line");
  const auto text = [&](const char* key) -> const std::string* {
    const auto found = json.find(key);
    return found == json.end() ? nullptr : found->get_ptr<const std::string*>();
  };
  const std::string* const kind = text("request");
  if (kind != nullptr && *kind == "list") return Request{Request::Kind::list};
  if (kind != nullptr && *kind == "stop") {
    // Whoever means one process shall not end them all.
    if (!json.contains("process")) return Request{Request::Kind::stop};
    const std::string* const who = text("process");
    if (who == nullptr) return malformed("a request to stop nobody", "\"process\" as text");
    return Request{Request::Kind::end, "process", *who};
  }
  if (kind != nullptr && *kind == "status") return Request{Request::Kind::status};
  if (kind != nullptr && *kind == "waits") return Request{Request::Kind::waits};
  if (kind != nullptr && *kind == "place") {
    const std::string* const wanted = text("process");
    return Request{Request::Kind::place, {}, wanted == nullptr ? "" : *wanted};
  }
  if (kind != nullptr && *kind == "leave") {
    for (const char* const of : {"process", "node", "site", "pes"}) {
      if (const std::string* const who = text(of)) return Request{Request::Kind::leave, of, *who};
    }
    return malformed("a request to leave of nobody",
                     "\"process\", \"node\", \"site\" or \"pes\", as text");
  }
  if (kind == nullptr || *kind != "set") {
    return malformed(
        "an unknown request",
        "\"request\" is \"list\", \"status\", \"waits\", \"set\", \"leave\", \"place\" or "
        "\"stop\"");
  }
  const std::string* const name = text("name");
  const std::string* const value = text("value");
  if (name == nullptr || value == nullptr) {
    return malformed("a request to set nothing", "\"name\" and \"value\", both text");
  }
  return Request{Request::Kind::set, *name, *value};
}

std::string answer_list(const JobFacts& facts, std::span<const Verb> verbs) {
  return line_of({{"ok", true}, {"job", facts.name}, {"verbs", rows_of(verbs)}});
}

std::string answer_set(const Verb& verb) {
  return line_of({{"ok", true},
                  {"name", verb.name},
                  {"value", value_of(verb)},
                  {"takes_effect", word_of(verb.takes_effect)}});
}

std::string answer_place(std::uint32_t rank) { return line_of({{"ok", true}, {"process", rank}}); }

std::string answer_status(const JobFacts& facts, std::string status, std::span<const Verb> verbs) {
  std::string line = line_of({{"ok", true}, {"job", facts.name}, {"program", facts.program}});
  line.resize(line.rfind('}'));
  if (!verbs.empty()) {
    status.resize(status.rfind('}'));
    status +=
        ",\"verbs\":" + rows_of(verbs).dump(-1, ' ', false, Json::error_handler_t::replace) + "}";
  }
  return line + ",\"status\":" + status + "}\n";
}

std::string answer_done() { return line_of({{"ok", true}}); }

std::string answer_error(const Error& error) {
  return line_of({{"ok", false}, {"error", error.text()}, {"status", exit_status(error.code)}});
}

}  // namespace isthmus::engine::door
