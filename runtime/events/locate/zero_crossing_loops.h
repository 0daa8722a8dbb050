// SPDX-License-Identifier: BSD-3-Clause
// Loops over the values of g of all watched relations, without branches: for the vector units.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/program/relation.h"

namespace stiction::runtime {

/// Rounding errors of g, in ties.
constexpr double kNoiseUlps = 16;

/// Value of g, width of its tie and zone of a relation; see watched_relations.h.
struct ZeroCrossing {
  double value, tie, zone;
};
/// From the operands.
/// @param zone_floor of its RelationScales
inline ZeroCrossing MeasureOne(double left, double right, double sign, double zone_factor, double zone_floor) {
  const double l = left < 0 ? -left : left, r = right < 0 ? -right : right, size = l < r ? r : l;
  const double zone = zone_factor * size;
  return {sign * (left - right), kTieFactor * size, zone < zone_floor ? zone_floor : zone};
}

/// The same of many relations whose operands are in an array of values.
/// @param left_of, right_of indices into `values`, by relation
void MeasureFrom(const double* values, const int32_t* left_of, const int32_t* right_of, const int32_t* relations,
                 const double* sign, double zone_factor, const double* zone_floor, size_t count, double* g, double* tie,
                 double* zone);

/// Arms what is beyond the zone on its held side, and remembers the largest values of g.
void Advance(const double* g, const double* zone, size_t count, double* armed, double* excursion);

/// At a restart: arms what is beyond its zone on either side.
/// @param above gets those whose g is above zero, ascending; room for `count`
/// @returns how many these are
size_t Rearm(const double* g, const double* zone, size_t count, double* armed, double* excursion, size_t* above);

/// Survey of a step by the values at its ends and at two stages of it, at 0, 0.3, 0.8 and 1 of the step: which values
/// of g stay below their thresholds whatever the cubic through them does (the third difference counts for what a stage
/// is off the solution), and how much each bends relative to its size (as MeasureBends).
void SurveyAll(const double* p0, const double* gap1, const double* gap2, const double* p3, const double* sign,
               const double* tie, const double* zone, const double* armed, double zone_factor, size_t count,
               double* far, double* bends);

/// Number of values that are not 0.
size_t CountOnes(const double* values, size_t count);

/// The largest, or 0.
double Largest(const double* values, size_t count);

/// far[k] := g stays below its threshold whatever its cubic and its error estimate do between the points: in
/// terms of their range the second differences are at most 2 each and the error estimate 1. The threshold is at least 0
/// for an armed relation and nearly its zone for another.
void MarkFar(const double* p0, const double* p1, const double* p2, const double* p3, const double* zone,
             const double* armed, size_t count, double* far);

/// Bends of the values of g over the points relative to their size: the third difference over it, and what an even one
/// hides.
void MeasureBends(const double* p0, const double* p1, const double* p2, const double* p3, const double* tie0,
                  const double* tie1, const double* tie2, const double* tie3, const double* zone0, double zone_factor,
                  size_t count, double* worst);

}  // namespace stiction::runtime
