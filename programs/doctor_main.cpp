// isthmus-doctor: stands on one node for `isthmus doctor`, which starts one on each and tells it
// what to try. Lines of JSON come in and go out; it ends when its standard input does.
//
// First line: {"key": what proves the others, "nonce": any text, "relay_token": perhaps}. It
// answers with what there is to know of this node. Then
//   {"id": 1, "do": "listen", "at": "HOST:PORT"}
//   {"id": 2, "do": "register", "at": "HOST:PORT of a relay", "name": "of this node"}
//   {"id": 3, "do": "use", "device": "crypt", "parameters": {...}}, as the grid file has them
//   {"id": 4, "do": "check", "to": "HOST:PORT", "probe": "none", "there" or "back", "probe_ms": N},
//       with "name" where that is the relay at which the node of that name listens
// each of which is answered by a line with that id.

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>

#include <fstream>
#include <list>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "isthmus/base/hash.hpp"
#include "isthmus/base/log.hpp"
#include "isthmus/bootstrap/acceptor.hpp"
#include "isthmus/bootstrap/body.hpp"
#include "isthmus/bootstrap/join/contact.hpp"
#include "isthmus/bootstrap/link_test/link_test_client.hpp"
#include "isthmus/bootstrap/link_test/link_test_server.hpp"
#include "isthmus/fabric/carrier/module.hpp"
#include "isthmus/fabric/carrier/stripe/stripe_info.hpp"
#include "isthmus/fabric/registry.hpp"

namespace {

using isthmus::Error;
using isthmus::ErrorCode;
using isthmus::Expected;
using isthmus::TimeNs;
using isthmus::engine::HostPort;
using isthmus::engine::bootstrap::AcceptedPeer;
using isthmus::engine::bootstrap::Acceptor;
using isthmus::engine::bootstrap::addresses_of_this_machine;
using isthmus::engine::bootstrap::BandwidthProbe;
using isthmus::engine::bootstrap::JobKey;
using isthmus::engine::bootstrap::LinkTestClient;
using isthmus::engine::bootstrap::LinkTestResult;
using isthmus::engine::bootstrap::LinkTestServer;
using isthmus::engine::bootstrap::Mac;
using isthmus::engine::bootstrap::printable;
using isthmus::engine::bootstrap::Purpose;
using isthmus::engine::bootstrap::RelayListener;
using isthmus::engine::bootstrap::RelayName;
using Json = nlohmann::ordered_json;

constexpr std::size_t line_bytes_max = 1 << 16;

/// Strangers are what the other nodes see of them; the log of this one has no reader.
class NoLog final : public isthmus::engine::Log {
 public:
  void write(isthmus::engine::LogLevel, std::string_view) override {}
};

Json as_json(const Error& error) {
  std::string code = "other";
  if (error.code == ErrorCode::refused) code = "refused";
  if (error.code == ErrorCode::unreachable) code = "unreachable";
  if (error.code == ErrorCode::bad_input) code = "bad_input";
  return {{"code", code}, {"what", printable(error.what)}, {"text", printable(error.text())}};
}

std::string hexadecimal(const Mac& mac) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : mac) {
    text += digits[std::to_integer<unsigned>(byte >> 4)];
    text += digits[std::to_integer<unsigned>(byte & std::byte{15})];
  }
  return text;
}

/// Two nodes that say the same are one machine, and in one network namespace of it.
std::string machine() {
  std::string boot;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id") >> std::ws, boot);
  std::array<char, 64> space{};
  const ssize_t got = readlink("/proc/self/ns/net", space.data(), space.size() - 1);
  return boot + " " + (got > 0 ? space.data() : "");
}

std::string build_id() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  return std::to_string(isthmus::hash_name(bytes));
}

/// Empty text for a device that can be used here, else why not.
Json devices() {
  Json devices = Json::object();
  for (const isthmus::engine::fabric::DeviceInfo& device :
       isthmus::engine::fabric::known_devices()) {
    std::string why;
    if (isthmus::engine::fabric::is_module(device.name)) {
      const auto module = isthmus::engine::fabric::load_carrier_module(device.name);
      if (!module) why = printable(module.error().text());
    }
    devices[std::string(device.name)] = why;
  }
  return devices;
}

Json introduction(const std::string& nonce) {
  std::array<char, 256> hostname{};
  gethostname(hostname.data(), hostname.size() - 1);
  Json addresses = Json::array();
  for (const HostPort& at : addresses_of_this_machine(0)) addresses.push_back(at.host);
  const std::string key = isthmus::engine::bootstrap::job_key_of_environment();
  std::string proof;
  if (!key.empty()) {
    proof = hexadecimal(JobKey(key).mac(std::as_bytes(std::span(nonce))));
  }
  return {{"hostname", hostname.data()},
          {"machine", machine()},
          {"addresses", addresses},
          {"version", ISTHMUS_VERSION},
          {"handshake", isthmus::engine::bootstrap::protocol_version},
          {"processor", ISTHMUS_PROCESSOR},
          {"build", build_id()},
          {"devices", devices()},
          {"key_proof", proof}};
}

Json as_json(const LinkTestResult& result) {
  Json json = {{"stage", to_string(result.stage)}};
  if (result.failure) json["error"] = as_json(*result.failure);
  json["resolved"] = Json::array();
  for (const HostPort& at : result.resolved) json["resolved"].push_back(at.host);
  if (!result.reached.host.empty()) json["reached"] = result.reached.text();
  json["connect_ns"] = result.connect_ns;
  json["round_trip_ns"] = result.round_trip_ns;
  if (result.bandwidth) {
    json["bandwidth"] = {{"bytes", result.bandwidth->bytes},
                         {"bytes_per_s", result.bandwidth->bytes_per_s}};
  }
  return json;
}

/// Everything between the greeting and the end of standard input. One thread.
class Agent {
 public:
  Agent(const std::string& key, const std::string& relay_token)
      : key_(key), relay_token_text_(relay_token), relay_token_(relay_token) {}

  /// False for a line that is no command.
  bool take(const std::string& line);
  void step();
  void wait();

 private:
  struct Running {
    int id;
    LinkTestClient check;
  };

  void use(int id, const std::string& device, std::map<std::string, std::string> parameters);
  void listen(int id, const HostPort& at);
  void register_at_relay(int id, const HostPort& at, const std::string& name);
  RelayName name_of(const std::string& name) const {
    return key_.mac(std::as_bytes(std::span(name)));
  }
  void say(int id, Json answer) {
    answer["id"] = id;
    std::puts(answer.dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
    std::fflush(stdout);
  }

  const isthmus::SteadyClock clock_;
  NoLog log_;
  JobKey key_;
  std::string relay_token_text_;
  JobKey relay_token_;
  std::list<Acceptor> acceptors_;
  std::list<Running> checks_;
  std::list<LinkTestServer> answers_;
};

bool Agent::take(const std::string& line) {
  const Json command = Json::parse(line, nullptr, false);
  if (!command.is_object() || !command.contains("id") || !command.contains("do")) return false;
  try {
    const int id = command.at("id").get<int>();
    const std::string verb = command.at("do").get<std::string>();
    if (verb == "use") {
      use(id, command.at("device").get<std::string>(),
          command.at("parameters").get<std::map<std::string, std::string>>());
      return true;
    }
    const bool calls = verb == "check";
    if (!calls && verb != "listen" && verb != "register") return false;
    const auto at =
        isthmus::engine::parse_host_port(command.at(calls ? "to" : "at").get<std::string>());
    if (!at) {
      say(id, {{"stage", "resolving"}, {"error", as_json(at.error())}});
      return true;
    }
    const std::string name = command.value("name", "");
    if (verb == "listen") listen(id, *at);
    if (verb == "register") register_at_relay(id, *at, name);
    if (!calls) return true;
    LinkTestClient::Options options;
    if (!name.empty())
      options.relay_call = isthmus::engine::bootstrap::RelayCall{&relay_token_, name_of(name)};
    const std::string probe = command.value("probe", "none");
    options.probe.way = probe == "there"  ? BandwidthProbe::Way::there
                        : probe == "back" ? BandwidthProbe::Way::back
                                          : BandwidthProbe::Way::none;
    options.probe.duration_ms = command.value("probe_ms", options.probe.duration_ms);
    options.probe.bytes_max = command.value("probe_bytes", options.probe.bytes_max);
    checks_.push_back({id, LinkTestClient(*at, key_, options, clock_)});
  } catch (const Json::exception&) {
    return false;
  }
  return true;
}

/// Whether what the device needs on this machine is there.
void Agent::use(int id, const std::string& device, std::map<std::string, std::string> parameters) {
  isthmus::engine::topology::LinkClass link{device, {{device, std::move(parameters)}}};
  const isthmus::engine::fabric::DeviceInfo* info =
      isthmus::engine::fabric::find_device_info(device);
  if (info == nullptr) return say(id, Json::object());  // as the introduction says
  if (info->role != isthmus::engine::fabric::DeviceRole::carrier) link.chain.push_back({"tcp"});
  // Several networks are for a carrier behind stripe, which is nothing for one way alone.
  const auto& given = link.chain.front().parameters;
  if (const auto networks = given.find("networks"); networks != given.end()) {
    const bool is_one = networks->second.find(',') == std::string::npos;
    link.chain.insert(link.chain.begin(), isthmus::engine::topology::DeviceSpec{std::string(
                                              isthmus::engine::fabric::stripe_info.name)});
    if (is_one) link.chain.push_back({"udp"});
  }
  // Those behind it are asked for by themselves.
  if (info->name == isthmus::engine::fabric::stripe_info.name) {
    for (const std::string& carrier : isthmus::engine::fabric::carriers_between_processes()) {
      link.chain.push_back({carrier});
    }
  }
  const auto checked = isthmus::engine::fabric::check_here(link);
  say(id, checked ? Json::object() : Json{{"error", as_json(checked.error())}});
}

void Agent::listen(int id, const HostPort& at) {
  auto listener = isthmus::engine::listen_on(at);
  if (!listener) return say(id, {{"error", as_json(listener.error())}});
  const auto local = isthmus::engine::local_address(*listener);
  if (!local) return say(id, {{"error", as_json(local.error())}});
  constexpr TimeNs connection_timeout_ns = 5'000'000'000;
  acceptors_.emplace_back(std::move(*listener), Purpose::check, key_, connection_timeout_ns, log_);
  say(id, {{"listening", local->text()}, {"port", local->port}});
}

/// With the latest acceptor; whether it comes to that is what callers find out.
void Agent::register_at_relay(int id, const HostPort& at, const std::string& name) {
  if (acceptors_.empty()) return say(id, {{"error", {{"what", "nothing to listen with"}}}});
  auto relay_listener = RelayListener::make(at, relay_token_text_, name_of(name), log_);
  if (!relay_listener) return say(id, {{"error", as_json(relay_listener.error())}});
  acceptors_.back().add_relay_listener(std::move(*relay_listener));
  say(id, Json::object());
}

void Agent::step() {
  for (Acceptor& acceptor : acceptors_) {
    auto callers = acceptor.serve(clock_.now_ns());
    if (!callers) continue;
    for (AcceptedPeer& caller : *callers) answers_.emplace_back(std::move(caller), clock_);
  }
  std::erase_if(answers_, [](LinkTestServer& answer) { return !answer.step(); });
  std::erase_if(checks_, [&](Running& running) {
    const auto result = running.check.step();
    if (result) say(running.id, as_json(*result));
    return result.has_value();
  });
}

void Agent::wait() {
  std::vector<pollfd> entries = {{STDIN_FILENO, POLLIN, 0}};
  TimeNs wake_ns = isthmus::never_ns;
  for (const Acceptor& acceptor : acceptors_) {
    acceptor.add_poll_entries(entries);
    wake_ns = std::min(wake_ns, acceptor.wake_ns());
  }
  for (const LinkTestServer& answer : answers_) {
    entries.push_back(answer.poll_entry());
    wake_ns = std::min(wake_ns, answer.wake_ns());
  }
  for (const Running& running : checks_) {
    entries.push_back(running.check.poll_entry());
    wake_ns = std::min(wake_ns, running.check.wake_ns());
  }
  isthmus::engine::wait_for(entries, clock_, wake_ns);
}

/// Whole lines of standard input, which is non-blocking.
class Lines {
 public:
  /// False at the end of the input, and for a line that is too long.
  bool read(std::vector<std::string>& lines) {
    std::array<char, 4096> bytes;
    while (true) {
      const ssize_t got = ::read(STDIN_FILENO, bytes.data(), bytes.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return errno == EAGAIN;
      if (got == 0) return false;
      rest_.append(bytes.data(), static_cast<std::size_t>(got));
      for (auto end = rest_.find('\n'); end != std::string::npos; end = rest_.find('\n')) {
        lines.push_back(rest_.substr(0, end));
        rest_.erase(0, end + 1);
      }
      if (rest_.size() > line_bytes_max) return false;
    }
  }

 private:
  std::string rest_;
};

int refuse(const char* what) {
  std::fprintf(stderr, "isthmus-doctor: %s\n", what);
  return 2;
}

int serve() {
  fcntl(STDIN_FILENO, F_SETFL, fcntl(STDIN_FILENO, F_GETFL) | O_NONBLOCK);
  Lines input;
  std::optional<Agent> agent;
  while (true) {
    std::vector<std::string> lines;
    if (!input.read(lines)) return 0;
    for (const std::string& line : lines) {
      if (agent) {
        if (!agent->take(line)) return refuse("a line that is no command");
        continue;
      }
      const Json first = Json::parse(line, nullptr, false);
      if (!first.is_object() || !first.contains("key") || !first["key"].is_string()) {
        return refuse("the first line has no key (it is started by `isthmus doctor`)");
      }
      agent.emplace(first["key"].get<std::string>(), first.value("relay_token", ""));
      std::puts(introduction(first.value("nonce", "")).dump().c_str());
      std::fflush(stdout);
    }
    if (agent) {
      agent->step();
      agent->wait();
    } else {
      pollfd entry{STDIN_FILENO, POLLIN, 0};
      poll(&entry, 1, -1);
    }
  }
}

}  // namespace

int main(int argc, char**) {
  if (argc != 1) return refuse("takes no arguments: `isthmus doctor` starts it");
  return serve();
}
