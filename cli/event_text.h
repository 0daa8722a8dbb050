// SPDX-License-Identifier: BSD-3-Clause
// The event log as text.
#pragma once

#include <string>

#include "runtime/simulate/event_record.h"

namespace stiction::cli {

/// The lines of one event, each with its end: what fired, the passes with their changes and how the mixed blocks were
/// solved, and the relations that keep each element in its mode (docs/event-log.md).
std::string FormatEvent(const runtime::EventRecord& event);

}  // namespace stiction::cli
