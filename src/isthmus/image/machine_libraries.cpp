// The objects of a rank while it runs: found by address and name, and opened.
#include <dlfcn.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "isthmus/image/address.hpp"
#include "isthmus/image/machine.hpp"

namespace isthmus::engine::image {

const Machine::Loaded* Machine::object_at(std::uint64_t address) const {
  const auto found = std::ranges::find_if(loaded_, [address](const Loaded& object) {
    return address >= object.begin && address < object.end;
  });
  return found == loaded_.end() ? nullptr : &*found;
}

std::optional<Machine::Description> Machine::describe(std::uint64_t address) const {
  const Loaded* loaded = object_at(address);
  if (loaded == nullptr) return std::nullopt;
  const Object& object = *list_.objects[static_cast<std::size_t>(loaded - loaded_.data())];
  Description description{.path = loaded->path, .begin = loaded->begin};
  const std::uint64_t place = address - loaded->begin;
  const Symbol* nearest = nullptr;
  for (const Symbol& symbol : object.file.symbols) {
    const bool covers = symbol.defined && symbol.value <= place &&
                        (symbol.bytes == 0 || place < symbol.value + symbol.bytes);
    if (covers && (nearest == nullptr || symbol.value > nearest->value)) nearest = &symbol;
  }
  if (nearest != nullptr) {
    // Names end with a zero in the file.
    description.symbol = nearest->name.data();
    description.symbol_address = loaded->begin + nearest->value;
  }
  return description;
}

std::uint64_t Machine::look_up(const Object& object, const char* name) const {
  const Symbol* symbol = object.find(name, {});
  return symbol == nullptr ? 0 : slot_.begin + object.offset + symbol->value;
}

void* Machine::find_symbol(void* handle, const char* name) const {
  const auto address = reinterpret_cast<std::uint64_t>(handle);
  if (handle != RTLD_DEFAULT && handle != RTLD_NEXT && !slot_.holds(address)) {
    return dlsym(handle, name);
  }
  int skip = handle == RTLD_NEXT ? 1 : 0;
  bool from_here = !slot_.holds(address);
  for (const auto& object : list_.objects) {
    from_here = from_here || slot_.begin + object->offset == address;
    if (!from_here) continue;
    if (const std::uint64_t found = look_up(*object, name); found != 0 && skip-- == 0) {
      return pointer_to<void>(found);
    }
  }
  if (const auto stub = program_->stubs().offset_of(name)) {
    return pointer_to<void>(slot_.begin + *stub);
  }
  return list_.shared.find(name, {});
}

void Machine::fail_to_open(const std::string& why) { header().libc.load_error = copy_text(why); }

/// The rank stands in dlopen, which is answered when the new objects' constructors have run.
void Machine::open_library(const char* path) {
  if (path == nullptr) {
    header().result = loaded_.front().begin;
    return;
  }
  const std::string name(path);
  if (Libraries::is_shared(name.substr(name.rfind('/') + 1))) {
    header().result = reinterpret_cast<std::uint64_t>(dlopen(path, RTLD_NOW | RTLD_LOCAL));
    if (header().result == 0) fail_to_open(name + " cannot be loaded");
    return;
  }
  std::deque<Call> calls;
  const auto opened = open(name, calls);
  if (!opened) return fail_to_open(opened.error().text());
  begin(Activity::Kind::open, std::move(calls), below_rank(), *opened);
}

Expected<std::uint64_t> Machine::open(const std::string& name, std::deque<Call>& calls) {
  if (const Object* known = list_.find(name)) return slot_.begin + known->offset;
  auto path = program_->libraries().find(name, list_.objects.front()->file);
  if (!path) return forward_error(path);
  for (const auto& object : list_.objects) {
    if (object->file.path == *path) return slot_.begin + object->offset;
  }
  const std::size_t first = list_.objects.size();
  auto order = add_library(*path);
  if (!order) return forward_error(order);
  auto links = link(list_, first, program_->stubs());
  if (!links) {
    list_.objects.resize(first);
    loaded_.resize(first);
    return forward_error(links);
  }
  links->write(slot_.begin);
  for (std::size_t i = first; i < list_.objects.size(); ++i) make_thread_local(*list_.objects[i]);
  note_regions();  // a library may be the first to need libgomp
  progress_.opened.push_back(*path);
  progress_.constructed.insert(progress_.constructed.end(), order->begin(), order->end());
  calls = constructors(*order);
  return slot_.begin + list_.objects[first]->offset;
}

/// A library and what it needs, mapped behind what is there. The order of their constructors.
Expected<std::vector<std::size_t>> Machine::add_library(const std::string& path) {
  auto file = ElfFile::read(path);
  if (!file) return forward_error(file);
  ObjectList list = list_;
  const std::size_t first = list.objects.size();
  auto order = list.add(std::move(*file), program_->libraries(), program_->stubs());
  if (!order) return order;
  if (slot_.begin + list.end > progress_.libraries_end) {
    return fail(ErrorCode::bad_input, "no room in the slot", path, "fewer or smaller libraries");
  }
  for (std::size_t i = first; i < list.objects.size(); ++i) {
    if (auto mapped = map_object(*list.objects[i]); !mapped) return forward_error(mapped);
  }
  list_ = std::move(list);
  return order;
}

/// What the rank had opened before it came here: its links are among its pieces.
Expected<void> Machine::open_again(const std::string& path) {
  if (auto order = add_library(path); !order) return forward_error(order);
  return {};
}

}  // namespace isthmus::engine::image
