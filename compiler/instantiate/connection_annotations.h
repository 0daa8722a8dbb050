// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Notes the annotations `mustBeConnected` and `mayOnlyConnectOnce` of the connectors of components (MLS 18.5).
void NoteConnectionAnnotations(Instantiation& data);

}  // namespace stiction
