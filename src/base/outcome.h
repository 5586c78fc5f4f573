// The answer to a request that can be refused: a rigid body to be added, an emitter to be opened.
#pragma once
#include <string>
#include <utility>

namespace slosh {

// Accepted without a warning; accepted in a changed form, which the warning describes; or refused, with the reason.
struct Outcome {
    bool accepted = true;
    std::string warning = {};

    static Outcome refused(std::string reason) { return {false, std::move(reason)}; }
    static Outcome changed(std::string warning) { return {true, std::move(warning)}; }
};

}  // namespace slosh
