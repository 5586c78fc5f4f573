// A sub-step of the particles of PIC/FLIP.
#pragma once
#include <cstdint>
#include <glm/vec3.hpp>
#include <string_view>

namespace slosh {

// Explicit Runge-Kutta schemes: forward Euler, the midpoint rule, and Ralston's scheme of third order (Ralston 1962).
enum class Advection : uint8_t { euler, rk2, rk3 };
constexpr std::string_view advection_names[] = {"euler", "rk2", "rk3"};

struct AdvectionStep {
    Advection scheme = Advection::rk2;  // through the velocity of the grid
    float dt = 0;                       // s
    glm::vec3 gravity_dt{0, 0, 0};      // m/s
    // By cell, not 0: its particles are isolated, and the grid does not act on them. Null: none are.
    const uint8_t* isolated = nullptr;
};

}  // namespace slosh
