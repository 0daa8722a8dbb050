// SPDX-License-Identifier: BSD-3-Clause
// FlatModel -> Dae: the operators of hybrid modelling (der, pre, edge, change, when, sample, reinit, relations) become
// variables, relations, time events and guarded actions of MLS Appendix B.
#pragma once

#include "compiler/ir/dae/dae.h"
#include "compiler/ir/flat/flat_model.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

/// Lowers a flat model. The variables keep their ids; derivatives and when-conditions are appended. The Dae shares the
/// pool of the flat model.
/// @errors reported to `diagnostics`; the Dae is then incomplete and no later phase may read it
/// @source MLS 3.7 (operators), 8.3.4 (if), 8.3.5 (when), 8.5 (events), 8.6 (initialisation), Appendix B
ir::Dae Lower(ir::FlatModel flat, Diagnostics& diagnostics);

}  // namespace stiction
