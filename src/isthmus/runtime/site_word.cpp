#include "isthmus/runtime/site_word.hpp"

namespace isthmus::engine::runtime {

bool SiteWord::is_right(const Way& way) const {
  switch (kind) {
    case Kind::come:
    case Kind::open:
      return way.is_from_leader && !way.is_for_new;
    case Kind::numbers:
      return way.is_from_leader && way.is_for_new && numbers;
    case Kind::release:
      return way.is_from_leader && way.is_for_new;
    case Kind::part:
      return way.is_for_new && !way.is_from_site;
    case Kind::told:
      return way.is_for_new && way.is_from_site;
    case Kind::made:
    case Kind::goes_on:
      return way.is_for_leader && way.is_from_site;
    case Kind::known:
      return way.is_for_leader && !way.is_from_site;
    case Kind::standing:
      return way.is_for_leader && !way.is_from_site && standing;
    case Kind::has_caught:
      return way.is_for_leader && !way.is_from_site && figures;
  }
  return false;
}

}  // namespace isthmus::engine::runtime
