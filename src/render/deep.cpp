#include "render/deep.h"

#include "render/foam.h"
#include "render/glass.h"
#include "render/spheres.h"

namespace slosh {
namespace {

class SpheresInGlass final : public Deep {
public:
    explicit SpheresInGlass(std::string& error) : glass_(error), spheres_(error), foam_(error) {}

    void draw_behind(const Frame& frame) override { glass_.draw_behind(frame); }
    void draw(const Frame& frame, glm::vec4 plane) override {
        spheres_.draw(frame, plane, stream_, map_, range_.follow(frame));
        foam_.draw(frame, plane);
        glass_.draw_in_front(frame);
    }
    glm::vec2 range() const override { return range_.now(); }

private:
    Glass glass_;
    Spheres spheres_;
    Foam foam_;
    Stream stream_;
    ColourRange range_;
    ColourMap map_;
};

}  // namespace

std::unique_ptr<Deep> make_deep(std::string& error) {
    auto deep = std::make_unique<SpheresInGlass>(error);
    return error.empty() ? std::move(deep) : nullptr;
}

}  // namespace slosh
