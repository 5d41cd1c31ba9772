#include "isthmus/image/objects.hpp"

#include <dlfcn.h>
#include <elf.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "isthmus/image/address.hpp"
#include "isthmus/image/header.hpp"

namespace isthmus::engine::image {

const Symbol* Object::find(std::string_view name, std::string_view version) const {
  const auto named = exports.find(name);
  if (named == exports.end()) return nullptr;
  for (const std::uint32_t index : named->second) {
    const Symbol& symbol = file.symbols[index];
    const bool fits =
        version.empty() || symbol.version.empty() ? !symbol.old_version : symbol.version == version;
    if (fits) return &symbol;
  }
  return nullptr;
}

Expected<void> SharedLibraries::add(const std::string& name) {
  if (std::ranges::find(handles_, name, [](const auto& one) { return one.first; }) !=
      handles_.end()) {
    return {};
  }
  // It stays: what it has allocated for this thread (libgomp) would be lost, or freed by code that
  // is gone.
  void* handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (handle == nullptr) {
    const char* why = dlerror();
    return fail(ErrorCode::bad_input, "cannot be loaded into the process", name,
                why == nullptr ? "" : why);
  }
  handles_.emplace_back(name, std::shared_ptr<void>(handle, [](void* one) { dlclose(one); }));
  return {};
}

void* SharedLibraries::find(std::string_view name, std::string_view version) const {
  const std::string text(name);
  const std::string wanted(version);
  for (const auto& [library, handle] : handles_) {
    void* found = version.empty() ? nullptr : dlvsym(handle.get(), text.c_str(), wanted.c_str());
    if (found == nullptr) found = dlsym(handle.get(), text.c_str());
    if (found != nullptr) return found;
  }
  return nullptr;
}

namespace {

bool is_export(const Symbol& symbol) {
  return symbol.defined && !symbol.name.empty() && symbol.binding != STB_LOCAL;
}

std::shared_ptr<Object> object_of(ElfFile file) {
  auto object = std::make_shared<Object>();
  object->file = std::move(file);
  const std::vector<Symbol>& symbols = object->file.symbols;
  object->exports.reserve(symbols.size());
  for (std::uint32_t i = 0; i < symbols.size(); ++i) {
    if (is_export(symbols[i])) object->exports[symbols[i].name].push_back(i);
  }
  return object;
}

}  // namespace

const Object* ObjectList::find(std::string_view name) const {
  const auto found = std::ranges::find(
      objects, name, [](const auto& object) { return std::string_view(object->file.name); });
  return found == objects.end() ? nullptr : found->get();
}

Expected<std::vector<std::size_t>> ObjectList::add(ElfFile file, const Libraries& libraries,
                                                   const Stubs& stubs) {
  const std::size_t first = objects.size();
  std::vector<ElfFile> found;
  found.push_back(std::move(file));
  std::vector<std::vector<std::string>> needs;
  // Breadth first, as the machine's own loader orders them for looking up names.
  for (std::size_t i = 0; i < found.size(); ++i) {
    needs.push_back(found[i].needed);
    for (const std::string& name : needs.back()) {
      if (stubs.stands_for(name) || find(name) != nullptr ||
          std::ranges::find(found, name, &ElfFile::name) != found.end()) {
        continue;
      }
      if (Libraries::is_shared(name)) {
        if (auto added = shared.add(name); !added) return forward_error(added);
        continue;
      }
      auto path = libraries.find(name, found[i]);
      if (!path) return forward_error(path);
      auto library = ElfFile::read(*path);
      if (!library) return forward_error(library);
      library->name = name;
      found.push_back(std::move(*library));
    }
  }
  for (ElfFile& one : found) {
    auto object = object_of(std::move(one));
    const std::uint64_t alignment = std::max<std::uint64_t>(object->file.alignment, 65536);
    object->offset = (end + alignment - 1) / alignment * alignment;
    end = object->offset + object->file.memory_bytes;
    if (object->file.thread_local_data) object->thread_local_index = thread_local_count++;
    objects.push_back(std::move(object));
  }
  if (thread_local_count > most_thread_local_objects) {
    return fail(ErrorCode::bad_input,
                "more than " + std::to_string(most_thread_local_objects) +
                    " libraries with thread-local data",
                objects[first]->file.path, "fewer");
  }
  // What an object needs is made before it; in a circle, what was met first comes last.
  std::vector<std::size_t> order;
  std::vector<bool> seen(found.size());
  const std::function<void(std::size_t)> visit = [&](std::size_t index) {
    if (seen[index]) return;
    seen[index] = true;
    for (const std::string& name : needs[index]) {
      for (std::size_t i = 0; i < needs.size(); ++i) {
        if (objects[first + i]->file.name == name) visit(i);
      }
    }
    order.push_back(first + index);
  };
  visit(0);
  return order;
}

void Links::write(std::uint64_t slot) const {
  const auto put = [slot](std::uint64_t place, std::uint64_t value) {
    *pointer_to<std::uint64_t>(slot + place) = value;
  };
  for (const Word& word : inside) put(word.place, slot + word.value);
  for (const Word& word : outside) put(word.place, word.value);
  for (const Copy& copy : copied) {
    std::copy_n(static_cast<const std::byte*>(copy.from), copy.bytes,
                pointer_to<std::byte>(slot + copy.place));
  }
  for (const Word& word : chosen) {
    put(word.place, pointer_to<std::uint64_t()>(slot + word.value)());
  }
}

#if defined(__x86_64__)

namespace {

/// What a name stands for.
struct Meaning {
  enum class Kind { nothing, inside, outside, chosen, thread_local_data };
  Kind kind = Kind::nothing;
  std::uint64_t value = 0;
  std::size_t thread_local_index = 0;
};

class Linker {
 public:
  Linker(const ObjectList& list, const Stubs& stubs) : list_(list), stubs_(stubs) {}

  Expected<void> add(const Object& object) {
    for (const Relocation& relocation : object.file.relocations) {
      if (auto done = add(object, relocation); !done) return done;
    }
    return {};
  }
  Links take() { return std::move(links_); }

 private:
  std::unexpected<Error> wrong(const Object& object, std::string what,
                               std::string expected = {}) const {
    return fail(ErrorCode::bad_input, std::move(what), object.file.path, std::move(expected));
  }

  static Meaning meaning_of(const Object& object, const Symbol& symbol) {
    if (symbol.type == STT_TLS) {
      return {Meaning::Kind::thread_local_data, symbol.value,
              object.thread_local_index.value_or(0)};
    }
    const auto kind = symbol.type == STT_GNU_IFUNC ? Meaning::Kind::chosen : Meaning::Kind::inside;
    return {kind, object.offset + symbol.value, 0};
  }

  Expected<Meaning> resolve(const Object& object, const Symbol& wanted) const {
    if (wanted.defined && wanted.binding == STB_LOCAL) return meaning_of(object, wanted);
    for (const auto& other : list_.objects) {
      const Symbol* found = other->find(wanted.name, wanted.version);
      if (found != nullptr) return meaning_of(*other, *found);
    }
    if (const auto offset = stubs_.offset_of(wanted.name)) {
      return Meaning{Meaning::Kind::inside, *offset, 0};
    }
    if (void* found = list_.shared.find(wanted.name, wanted.version)) {
      if (wanted.type == STT_TLS) {
        return wrong(object, "uses " + std::string(wanted.name) +
                                 ", a thread-local variable of a library that ranks share");
      }
      return Meaning{Meaning::Kind::outside, reinterpret_cast<std::uint64_t>(found), 0};
    }
    if (wanted.binding == STB_WEAK) return Meaning{};
    return wrong(object, "the symbol " + std::string(wanted.name) + " is undefined",
                 "a library that has it among those it is linked with");
  }

  void put(const Object& object, const Relocation& at, const Meaning& meaning,
           std::int64_t addend) {
    const std::uint64_t place = object.offset + at.where;
    const std::uint64_t value = meaning.value + static_cast<std::uint64_t>(addend);
    switch (meaning.kind) {
      case Meaning::Kind::inside:
        links_.inside.push_back({place, value});
        break;
      case Meaning::Kind::chosen:
        links_.chosen.push_back({place, meaning.value});
        break;
      default:
        links_.outside.push_back({place, value});
        break;
    }
  }

  Expected<void> add(const Object& object, const Relocation& at) {
    const Symbol* symbol = at.symbol == 0 ? nullptr : &object.file.symbols[at.symbol];
    switch (at.type) {
      case R_X86_64_NONE:
        return {};
      case R_X86_64_RELATIVE:
        put(object, at, {Meaning::Kind::inside, object.offset, 0}, at.addend);
        return {};
      case R_X86_64_IRELATIVE:
        links_.chosen.push_back(
            {object.offset + at.where, object.offset + static_cast<std::uint64_t>(at.addend)});
        return {};
      case R_X86_64_64:
      case R_X86_64_GLOB_DAT:
      case R_X86_64_JUMP_SLOT: {
        if (symbol == nullptr) {
          put(object, at, {Meaning::Kind::outside, 0, 0}, at.addend);
          return {};
        }
        auto meaning = resolve(object, *symbol);
        if (!meaning) return forward_error(meaning);
        if (meaning->kind == Meaning::Kind::thread_local_data) {
          return wrong(object,
                       std::string(symbol->name) + " is used as if it were not thread-local");
        }
        put(object, at, *meaning, at.type == R_X86_64_64 ? at.addend : 0);
        return {};
      }
      case R_X86_64_DTPMOD64:
      case R_X86_64_DTPOFF64:
        return add_thread_local(object, at, symbol);
      case R_X86_64_COPY:
        return add_copy(object, at, symbol);
      case R_X86_64_TPOFF64:
      case R_X86_64_TPOFF32:
        return wrong(
            object,
            "its thread-local data are static" +
                (symbol == nullptr ? std::string() : " (" + std::string(symbol->name) + ")"),
            "it compiled with -fPIC and without -ftls-model");
      case R_X86_64_TLSDESC:
        return wrong(object, "its thread-local data are found by descriptors (TLSDESC)",
                     "it compiled with -mtls-dialect=gnu");
      default:
        return wrong(
            object,
            "a relocation of type " + std::to_string(at.type) + " at " + std::to_string(at.where),
            "it compiled with -fPIC");
    }
  }

  Expected<void> add_thread_local(const Object& object, const Relocation& at,
                                  const Symbol* symbol) {
    Meaning meaning{Meaning::Kind::thread_local_data, 0, object.thread_local_index.value_or(0)};
    if (symbol != nullptr) {
      auto found = resolve(object, *symbol);
      if (!found) return forward_error(found);
      if (found->kind != Meaning::Kind::thread_local_data) {
        return wrong(object, std::string(symbol->name) + " is used as if it were thread-local");
      }
      meaning = *found;
    }
    const std::uint64_t value = at.type == R_X86_64_DTPMOD64
                                    ? meaning.thread_local_index
                                    : meaning.value + static_cast<std::uint64_t>(at.addend);
    links_.outside.push_back({object.offset + at.where, value});
    return {};
  }

  /// A variable of a library that the program has taken over: possible where the library is the
  /// process's, since its own copy is then never read by anybody but this rank.
  Expected<void> add_copy(const Object& object, const Relocation& at, const Symbol* symbol) {
    if (symbol == nullptr) return wrong(object, "a COPY relocation without a symbol");
    for (const auto& other : list_.objects) {
      const Symbol* found = other.get() == &object ? nullptr : other->find(symbol->name, {});
      if (found == nullptr) continue;
      return wrong(object,
                   "it takes over " + std::string(symbol->name) + " of " + other->file.name +
                       " (COPY relocation)",
                   "a runnable shared object: compile with -fPIC and link with -shared, not -pie");
    }
    const void* from =
        stubs_.offset_of(symbol->name) ? nullptr : list_.shared.find(symbol->name, symbol->version);
    if (from == nullptr) {
      return wrong(object, "it takes over " + std::string(symbol->name) + " (COPY relocation)",
                   "a runnable shared object: compile with -fPIC and link with -shared, not -pie");
    }
    links_.copied.push_back({object.offset + at.where, from, symbol->bytes});
    return {};
  }

  const ObjectList& list_;
  const Stubs& stubs_;
  Links links_;
};

}  // namespace

Expected<Links> link(const ObjectList& list, std::size_t first, const Stubs& stubs) {
  Linker linker(list, stubs);
  for (std::size_t i = first; i < list.objects.size(); ++i) {
    if (auto done = linker.add(*list.objects[i]); !done) return forward_error(done);
  }
  return linker.take();
}

#else

Expected<Links> link(const ObjectList&, std::size_t, const Stubs&) {
  return fail(ErrorCode::bad_input, "ranks cannot share a process on this processor", {},
              "x86-64, or one rank a process");
}

#endif

}  // namespace isthmus::engine::image
