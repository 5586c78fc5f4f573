#include "render/common/kind_colours.h"

#include <gtest/gtest.h>

#include "render/common/materials.h"
#include "scenes/scene.h"

namespace slosh::kind_colours_test {
namespace {

using Material = RenderSettings::Material;

ColourList list(std::initializer_list<Colour> colours) {
    ColourList result;
    for (const Colour c : colours) result.colours[static_cast<size_t>(result.count++)] = c;
    return result;
}

constexpr Colour red{255, 0, 0}, white{255, 255, 255}, grey{99, 99, 99};

TEST(KindColours, WithoutAChoiceAreThoseOfTheMaterial) {
    RenderSettings settings;
    for (const Material material : {Material::blobs, Material::honey}) {
        settings.material = material;
        const KindColours kinds = kind_colours_of(settings, {}, 0b111);
        EXPECT_EQ(kinds.chosen, 0);
        for (size_t kind = 0; kind < 3; ++kind) {
            EXPECT_FALSE(kinds.is_chosen(kind));
            EXPECT_EQ(kinds.colours[kind],
                      material == Material::blobs ? kind_colours[kind] : material_of(settings).liquid);
        }
        EXPECT_EQ(kinds.colours[3], material == Material::blobs ? kind_colours[3] : material_of(settings).fourth);
    }
}

TEST(KindColours, GoToTheKindsOfTheSceneFirst) {
    // Kinds 1 and 3, as in oil and water; a third colour goes to the first other kind.
    const KindColours kinds = kind_colours_of({}, list({red, white, grey}), 0b1010);
    EXPECT_EQ(kinds.chosen, 3);
    EXPECT_EQ(kinds.colours[1], red);
    EXPECT_EQ(kinds.colours[3], white);
    EXPECT_EQ(kinds.colours[0], grey);
    EXPECT_EQ(kinds.colours[2], kind_colours[2]);
    EXPECT_FALSE(kinds.is_chosen(2));
}

TEST(KindColours, EverySceneHasAKindForTheFirstColour) {
    for (const Scene& scene : scenes()) {
        const uint32_t of_scene = kinds_of(scene);
        EXPECT_NE(of_scene, 0u) << scene.name;
        EXPECT_LT(of_scene, 1u << ColourList::capacity) << scene.name;
        const KindColours kinds = kind_colours_of({}, list({red}), of_scene);
        size_t first = 0;
        while ((of_scene >> first & 1) == 0) ++first;
        EXPECT_EQ(kinds.colours[first], red) << scene.name;
    }
    // Species start at kind 1.
    EXPECT_EQ(kinds_of(*find_scene("microbes")) & 1, 0u);
    EXPECT_EQ(kinds_of(*find_scene("blobs")), 0b111u);
    EXPECT_EQ(kinds_of(*find_scene("oil-and-water")), 0b1010u);
}

// Water of great depth scatters tint * (0.4 + 0.6 tint) of medium light (surface/water.frag).
TEST(KindColours, DeepWaterHasTheChosenColour) {
    const KindColours kinds = kind_colours_of({}, list({{200, 100, 0}, {20, 200, 128}}), 0b11);
    const auto transmissions = transmissions_of(kinds, {});
    for (size_t kind = 0; kind < 2; ++kind)
        for (int channel = 0; channel < 3; ++channel) {
            const float t = transmissions[kind][channel], wanted = to_vec3(kinds.colours[kind])[channel];
            EXPECT_NEAR(0.85f * t * (0.4f + 0.6f * t), wanted, 0.01f) << kind << " " << channel;
            EXPECT_LE(t, 0.97f);
        }
    EXPECT_EQ(transmissions_of(kind_colours_of({}, {}, 1), {})[0], glm::vec3(0.10f, 0.52f, 0.76f)) << "plain water";
}

}  // namespace
}  // namespace slosh::kind_colours_test
