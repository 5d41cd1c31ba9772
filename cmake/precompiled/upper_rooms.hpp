// cmake/precompiled/upper_rooms.hpp: what the rooms that stand on object begin with.
//
// Parsed once for all of them: isthmus_precompile in IsthmusRooms.cmake.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <expected>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/object/here.hpp"
#include "isthmus/object/objects.hpp"
