// Changes of settings that can be taken back and made again. Changes in quick succession are one: the drag of a slider,
// or all values of a preset.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace slosh {

class SettingsHistory {
public:
    struct Change {
        std::string key, before, after;
    };

    void record(std::string_view key, std::string_view before, std::string_view after, double now_ms);
    // As record(), but neither with the change before nor with the next one.
    void record_alone(std::string_view key, std::string_view before, std::string_view after, double now_ms);
    // The changes to take back, the last first, or to make again; empty if there are none.
    std::vector<Change> undo();
    std::vector<Change> redo();
    bool can_undo() const { return done_ > 0; }
    bool can_redo() const { return done_ < groups_.size(); }
    void clear() {
        groups_.clear();
        done_ = 0;
    }

private:
    static constexpr double pause = 700;       // ms that end a group
    static constexpr size_t max_groups = 100;  // older ones are forgotten
    struct Group {
        std::vector<Change> changes;
        double at = 0;  // ms, of its last change
    };
    std::vector<Group> groups_;
    size_t done_ = 0;  // number of groups that are in effect; those after it can be made again
};

}  // namespace slosh
