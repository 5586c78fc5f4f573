// The answer to a request that can be refused: a rigid body to be added, an emitter to be opened.
#pragma once
#include <string>
#include <utility>

namespace slosh {

// Accepted without a warning; accepted in a changed form, which the warning describes; or refused, with the reason.
struct Outcome {
    bool accepted = true;
    std::string warning = {};

    static Outcome refused(std::string why) { return {false, std::move(why)}; }
    static Outcome changed(std::string how) { return {true, std::move(how)}; }
};

}  // namespace slosh
