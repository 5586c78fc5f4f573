// Small fluids for the tests of diffuse particles and diagnostics.
#pragma once
#include <glm/glm.hpp>
#include <vector>

#include "base/random.h"
#include "foam/potentials.h"

namespace slosh {

class Cloud {
public:
    explicit Cloud(float spacing) : spacing_(spacing) {}

    void add(glm::vec3 at, glm::vec3 velocity) {
        id_.push_back(static_cast<uint32_t>(id_.size()));
        for (int d = 0; d < 3; ++d) x_[d].push_back(at[d]), v_[d].push_back(velocity[d]);
    }
    template <class Velocity>
    void scatter(int count, glm::vec3 lo, glm::vec3 hi, Velocity&& velocity) {
        Random random(5);
        for (int i = 0; i < count; ++i) {
            glm::vec3 fraction;
            for (int d = 0; d < 3; ++d) fraction[d] = random.uniform();
            add(lo + (hi - lo) * fraction, velocity(random));
        }
    }
    // A lattice in a box, half a spacing from its faces; only the points for which is_fluid(position) is true.
    template <class IsFluid>
    void lattice(glm::vec3 lo, glm::vec3 hi, glm::vec3 velocity, IsFluid&& is_fluid) {
        const glm::ivec3 n((hi - lo) / spacing_ + 0.5f);
        for (int k = 0; k < n.z; ++k)
            for (int j = 0; j < n.y; ++j)
                for (int i = 0; i < n.x; ++i) {
                    const glm::vec3 at = lo + (glm::vec3(i, j, k) + 0.5f) * spacing_;
                    if (is_fluid(at)) add(at, velocity);
                }
    }
    void lattice(glm::vec3 lo, glm::vec3 hi, glm::vec3 velocity) {
        lattice(lo, hi, velocity, [](glm::vec3) { return true; });
    }
    void set_walls(const Walls& walls) { walls_ = walls; }
    void advance(float dt) {
        for (int d = 0; d < 3; ++d)
            for (size_t i = 0; i < count(); ++i) x_[d][i] += v_[d][i] * dt;
    }

    size_t count() const { return id_.size(); }
    glm::vec3 at(size_t i) const { return {x_[0][i], x_[1][i], x_[2][i]}; }
    glm::vec3 velocity(size_t i) const { return {v_[0][i], v_[1][i], v_[2][i]}; }
    void set(size_t i, glm::vec3 at, glm::vec3 velocity) {
        for (int d = 0; d < 3; ++d) x_[d][i] = at[d], v_[d][i] = velocity[d];
    }
    DiffuseFluid fluid() const {
        return {static_cast<int>(count()), x_[0], x_[1], x_[2], v_[0], v_[1], v_[2], id_, spacing_, walls_};
    }

private:
    float spacing_;
    Walls walls_ = Walls::none();
    std::vector<float> x_[3], v_[3];
    std::vector<uint32_t> id_;
};

}  // namespace slosh
