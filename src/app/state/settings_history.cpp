#include "app/state/settings_history.h"

#include <algorithm>

namespace slosh {

void SettingsHistory::record(std::string_view key, std::string_view before, std::string_view after, double now_ms) {
    if (before == after) return;
    groups_.resize(done_);
    if (groups_.empty() || now_ms - groups_.back().at > pause) {
        if (groups_.size() == max_groups) groups_.erase(groups_.begin());
        groups_.emplace_back();
    }
    Group& group = groups_.back();
    done_ = groups_.size();
    group.at = now_ms;
    const auto same = std::find_if(group.changes.begin(), group.changes.end(),
                                   [&](const Change& change) { return change.key == key; });
    if (same != group.changes.end()) same->after = after;
    else group.changes.push_back({std::string(key), std::string(before), std::string(after)});
}

void SettingsHistory::record_alone(std::string_view key, std::string_view before, std::string_view after,
                                   double now_ms) {
    if (done_ > 0) groups_[done_ - 1].at = now_ms - 2 * pause;
    record(key, before, after, now_ms);
    if (done_ > 0) groups_[done_ - 1].at = now_ms - 2 * pause;
}

std::vector<SettingsHistory::Change> SettingsHistory::undo() {
    if (!can_undo()) return {};
    Group& group = groups_[--done_];
    group.at = -pause;  // a later change is another group
    std::vector<Change> changes = group.changes;
    std::reverse(changes.begin(), changes.end());
    return changes;
}

std::vector<SettingsHistory::Change> SettingsHistory::redo() {
    if (!can_redo()) return {};
    return groups_[done_++].changes;
}

}  // namespace slosh
