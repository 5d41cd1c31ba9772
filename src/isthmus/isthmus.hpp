// isthmus/isthmus.hpp: the public API; the one header that programs include.
//
// Chares, arrays of them and their parts: chare.hpp, create.hpp, proxy.hpp, index.hpp, mapping.hpp,
// seeds.hpp. Stencils: neighbour.hpp, step_inbox.hpp. Arrays that messages read
// where they are: loan.hpp; that may arrive with an error: admitted_error.hpp. Priorities of any
// length: priority_bits.hpp. Waiting: future.hpp, task.hpp, user_thread.hpp. Reductions:
// reducer.hpp. Variables of all PEs: shared_variables.hpp, readonly.hpp. Questions to a PE:
// here.hpp; what needs no message there: handover.hpp. The main program: job.hpp, run.hpp; its
// command line: command_line.hpp, output_file.hpp; what its user changes meanwhile: steerable.hpp.
// Errors as values: error.hpp.
// Faults of the network: alert.hpp. Virtual time: charge.hpp, stretch.hpp. Counters: counts.hpp.
// Seeded random numbers: random.hpp; those that go with an object: random_stream.hpp. Uneven data:
// partition.hpp. Numbers as fewer bytes: number_packer.hpp.
//
// They end with the names that they give to programs, in the namespace isthmus; what they are made
// of is in isthmus::engine, and may change from version to version.
#pragma once

#include "isthmus/base/clock.hpp"
#include "isthmus/base/command_line.hpp"
#include "isthmus/base/error.hpp"
#include "isthmus/base/ids.hpp"
#include "isthmus/base/output_file.hpp"
#include "isthmus/base/random.hpp"
#include "isthmus/base/random_stream.hpp"
#include "isthmus/collective/shared_variables.hpp"
#include "isthmus/fabric/number_packer.hpp"
#include "isthmus/message/admitted_error.hpp"
#include "isthmus/message/priority_bits.hpp"
#include "isthmus/network/alert.hpp"
#include "isthmus/object/chare.hpp"
#include "isthmus/object/charge.hpp"
#include "isthmus/object/counts.hpp"
#include "isthmus/object/create.hpp"
#include "isthmus/object/future.hpp"
#include "isthmus/object/handover.hpp"
#include "isthmus/object/here.hpp"
#include "isthmus/object/index.hpp"
#include "isthmus/object/loan.hpp"
#include "isthmus/object/mapping.hpp"
#include "isthmus/object/neighbour.hpp"
#include "isthmus/object/proxy.hpp"
#include "isthmus/object/readonly.hpp"
#include "isthmus/object/reducer.hpp"
#include "isthmus/object/seeds.hpp"
#include "isthmus/object/single_id.hpp"
#include "isthmus/object/step_inbox.hpp"
#include "isthmus/object/stretch.hpp"
#include "isthmus/object/tracking.hpp"
#include "isthmus/program/run.hpp"
#include "isthmus/runtime/job.hpp"
#include "isthmus/runtime/steerable.hpp"
#include "isthmus/sched/task.hpp"
#include "isthmus/serial/serial.hpp"
#include "isthmus/thread/user_thread.hpp"
#include "isthmus/topology/partition.hpp"
