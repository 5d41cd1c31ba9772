// isthmus/fabric/settings.hpp: what a device says about its parameters, and their values for one
// chain.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "isthmus/base/error.hpp"
#include "isthmus/topology/grid.hpp"

namespace isthmus::engine::fabric {

/// How a parameter's text is read.
enum class ParameterUnit {
  duration,   ///< "8ms"; nanoseconds.
  bandwidth,  ///< "100Mb/s"; bytes per second. "0" and "unlimited" are 0.
  size,       ///< "64KiB"; bytes.
  count,      ///< "4096"; at least 1.
  word,       ///< One of the parameter's words.
  path,       ///< "keys/here.pem", of a file; as written. Empty: none.
};

/// "duration" and so on.
std::string_view to_string(ParameterUnit unit);

struct ParameterInfo {
  std::string_view name;
  ParameterUnit unit;
  std::string_view default_text;  ///< As it would stand in a grid file.
  std::string_view help;          ///< One sentence.
  std::span<const std::string_view> words = {};
  std::int32_t count_max = INT32_MAX;
  /// Of a duration or a size, as they would stand in a grid file; `most` may be empty.
  std::string_view least = "0";
  std::string_view most = {};
};

class Settings;

enum class DeviceRole { filter, carrier };

/// A kind of device as users see it. Each device has one constant of this type beside it.
struct DeviceInfo {
  std::string_view name;
  DeviceRole role;
  std::string_view help;  ///< One sentence.
  std::span<const ParameterInfo> parameters = {};
  /// What of the parameters both ends of a link must have in common, as words behind the name:
  /// " by certificates"; may be empty. Null: nothing.
  std::string (*agreed)(const topology::LinkClass& link, const Settings& settings) = nullptr;
  /// Of a carrier: whether its frames keep their order, see Traits.
  bool keeps_order = true;
};

/// The parameters of one device of one chain, all of them read, defaults filled in.
class Settings {
 public:
  /// Reads what the user wrote. ErrorCode::bad_input names the first parameter that is unknown or
  /// does not read, with its line in the grid file.
  static Expected<Settings> read(const DeviceInfo& info, const topology::DeviceSpec& spec);

  /// Whether the user wrote it, so that it is not the default.
  bool is_written(std::string_view name) const { return written_.contains(name); }
  /// The value of a parameter of that unit; asking for one that `info` lacks is a programmer's
  /// error.
  std::int64_t duration_ns(std::string_view name) const { return integer(name); }
  std::int64_t size_bytes(std::string_view name) const { return integer(name); }
  std::int64_t count(std::string_view name) const { return integer(name); }
  double bandwidth_bytes_per_s(std::string_view name) const;
  std::string_view word(std::string_view name) const;
  const std::string& path(std::string_view name) const;

 private:
  std::int64_t integer(std::string_view name) const;

  std::map<std::string_view, std::int64_t> integers_;  // keys live in the DeviceInfo
  std::map<std::string_view, double> bandwidths_;
  std::set<std::string_view> written_;
  std::map<std::string_view, std::string_view> words_;  // likewise the values
  std::map<std::string_view, std::string> paths_;
};

}  // namespace isthmus::engine::fabric
