// isthmus/balance/snapshot_json.hpp: snapshots as files, docs/formats/snapshot.md.
#pragma once

#include <string>
#include <string_view>

#include "isthmus/balance/snapshot.hpp"

namespace isthmus::engine::balance {

inline constexpr std::size_t snapshot_bytes_max = std::size_t{16} << 30;

/// `file_name` is for messages. The snapshot is valid. Errors are ErrorCode::bad_input.
Expected<Snapshot> read_snapshot(std::string_view text, const std::string& file_name);

/// read_snapshot on a file's contents; a file that cannot be read is ErrorCode::bad_input too.
Expected<Snapshot> load_snapshot(const std::string& path);

/// Reads back to an equal snapshot, if the snapshot is valid.
std::string to_json(const Snapshot& snapshot);

/// Replaces the file. Errors are ErrorCode::io.
Expected<void> save_snapshot(const Snapshot& snapshot, const std::string& path);

}  // namespace isthmus::engine::balance
