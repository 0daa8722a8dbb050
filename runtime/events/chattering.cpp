#include "runtime/events/chattering.h"

#include <fmt/format.h>

namespace stiction::runtime {
namespace {

constexpr int32_t kHoveringFlips = 200;
constexpr double kHoveringExcursion = 100;  // zones
constexpr size_t kCrowd = 1000;             // events
constexpr size_t kSameTime = 100;           // events
constexpr double kCrowdedSpan = 1e-9;       // of the whole

}  // namespace

ChatteringDetector::ChatteringDetector(const Program& program, double span)
    : program_(program),
      span_(span),
      hovering_flips_(program.relations.size(), 0),
      recent_flips_(program.relations.size(), -1),
      times_(kCrowd, 0.0) {}

std::optional<std::string> ChatteringDetector::OnEvent(double t, const Crossing* crossing,
                                                       const CrossingSearch& search) {
  const auto time_before = [&](size_t count) { return times_[(static_cast<size_t>(events_) - count) % kCrowd]; };
  const size_t past = static_cast<size_t>(events_);
  bool chatters = past >= kCrowd && t - time_before(kCrowd) < kCrowdedSpan * span_;
  chatters = chatters || (past >= kSameTime && t == time_before(kSameTime));
  times_[past % kCrowd] = t;
  if (crossing != nullptr) {
    for (int32_t relation : crossing->relations) {
      const bool hovers = search.ExcursionOverZone(relation) < kHoveringExcursion;
      hovering_flips_[relation] = hovers ? hovering_flips_[relation] + 1 : 0;
      recent_flips_[relation] = events_;
      chatters = chatters || hovering_flips_[relation] >= kHoveringFlips;
    }
  }
  ++events_;
  if (!chatters) return std::nullopt;
  return Describe();
}

std::string ChatteringDetector::Describe() const {
  std::string message = "events follow each other without progress; switching back and forth:";
  for (size_t i = 0; i < program_.relations.size(); ++i) {
    if (recent_flips_[i] < 0 || recent_flips_[i] + static_cast<int64_t>(kSameTime) < events_) continue;
    message += fmt::format("\n  relation    {} ({})", program_.relations[i].text, program_.relations[i].place);
  }
  message +=
      "\n  hint: on both sides of the switching point the model drives back towards it; give the element a mode of its own "
      "there (as friction has Stuck), a hysteresis, or a smooth transition";
  return message;
}

}  // namespace stiction::runtime
