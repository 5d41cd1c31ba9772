// mobile/mobile.hpp: mobile objects and one-sided operations for SPMD programs; the one header that
// they include.
//
// After the Clam thesis (College of William and Mary), chapter 2: rank.hpp has the operations,
// pointer.hpp what names an object, run.hpp the way into a job.
#pragma once

#include "mobile/balancer.hpp"
#include "mobile/memory.hpp"
#include "mobile/messages.hpp"
#include "mobile/pointer.hpp"
#include "mobile/rank.hpp"
#include "mobile/run.hpp"
