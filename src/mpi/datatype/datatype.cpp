#include "mpi/datatype/datatype.hpp"

#include <array>
#include <cstddef>
#include <utility>

#include "mpi/datatype/combiners.hpp"

namespace isthmus::engine::mpi {

Datatype::Datatype(Token, Combiner combiner, Contents contents, TypeFacts facts, BasicType basic)
    : combiner_(combiner),
      basic_(basic),
      contents_(std::move(contents)),
      facts_(std::move(facts)) {}

// Chains of types that nobody else holds are freed in a loop.
Datatype::~Datatype() {
  std::vector<DatatypePtr> doomed = std::move(contents_.types);
  while (!doomed.empty()) {
    const DatatypePtr type = std::move(doomed.back());
    doomed.pop_back();
    if (type.use_count() != 1) continue;
    for (DatatypePtr& child : type->contents_.types) doomed.push_back(std::move(child));
  }
}

Result<DatatypePtr> Datatype::make(Combiner combiner, Contents contents) {
  auto compiled = compile(combiner, contents);
  if (!compiled) return std::unexpected(compiled.error());
  return std::make_shared<const Datatype>(Token(), combiner, std::move(contents),
                                          std::move(compiled->facts), compiled->basic);
}

const DatatypePtr& Datatype::predefined(BasicType type) {
  // Pointers that own nothing: each call of MPI copies one, and they are here for ever.
  static const auto types = [] {
    std::array<DatatypePtr, 256> made;
    for (const PredefinedType& row : predefined_types()) {
      const auto* const named = new Datatype(Token(), Combiner::named, Contents(),
                                             facts_of_predefined(row.type), row.type);
      made[static_cast<std::size_t>(row.type) & 0xff] = DatatypePtr(DatatypePtr(), named);
    }
    return made;
  }();
  return types[static_cast<std::size_t>(type) & 0xff];
}

bool Datatype::is_contiguous() const {
  const Layout& where = facts_.layout;
  return where.plan != nullptr && where.plan->kind == Plan::Kind::run && where.offset == 0 &&
         facts_.size == extent();
}

}  // namespace isthmus::engine::mpi
