#include "csv.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>

#include "base/random.h"
#include "rigid/make_body.h"

namespace slosh::csv_test {
namespace {

Domain boundless(int dimensions) {
    Domain domain;
    domain.dimensions = dimensions, domain.walls.half = glm::vec3(std::numeric_limits<float>::infinity());
    return domain;
}

// One for each test: half of them run in another process at the same time.
std::string temporary_file() {
    return testing::TempDir() + "slosh_csv_" + testing::UnitTest::GetInstance()->current_test_info()->name() + ".csv";
}

// Reads `text` through a file. Returns the message, with "FILE" for the path.
std::string read(std::string_view text, const Domain& domain, InitialParticles& out, int kinds = 3) {
    const std::string file = temporary_file();
    std::FILE* f = std::fopen(file.c_str(), "wb");
    if (!f) return "cannot write " + file;
    std::fwrite(text.data(), 1, text.size(), f);
    std::fclose(f);
    std::vector<BodyDef> bodies;
    std::string message = read_csv(file, domain, kinds, out, bodies);
    std::remove(file.c_str());
    const size_t at = message.find(file);
    return at == std::string::npos ? message : message.replace(at, file.size(), "FILE");
}

std::string read(std::string_view text, int dimensions, InitialParticles& out) {
    return read(text, boundless(dimensions), out);
}

std::string message_of(std::string_view text, int dimensions = 2) {
    InitialParticles out;
    return read(text, dimensions, out);
}

TEST(Csv, ReadsColumnsInAnyOrder) {
    InitialParticles f;
    ASSERT_EQ(read("kind,y,x,vx\n2,1.5,-3,0.25\n0,1e-3,4,-7\n", 2, f), "");
    ASSERT_EQ(f.count(), 2);
    EXPECT_EQ(f.position[0], glm::vec3(-3, 1.5f, 0));
    EXPECT_EQ(f.velocity[0], glm::vec3(0.25f, 0, 0));
    EXPECT_EQ(f.kind[0], 2);
    EXPECT_EQ(f.position[1], glm::vec3(4, 0.001f, 0));
    EXPECT_EQ(f.kind[1], 0);
}

TEST(Csv, CommentsAreIgnoredButBodies) {
    InitialParticles f;
    ASSERT_EQ(read("# made by hand\nx,y\n1,2\n#3,4\n", 2, f), "");
    EXPECT_EQ(f.count(), 1);
    EXPECT_EQ(message_of("x,y\n1,2\n# body,1,2\n"), "FILE:3: a body has 23 numbers");
    EXPECT_EQ(message_of("x,y\n1,2\n# body" + std::string(23, ',') + "\n"), "FILE:3: a body has 23 numbers");
}

TEST(Csv, MovingBodiesRoundTrip) {
    Domain domain = boundless(2);
    domain.walls.half = {1, 1, 0};
    domain.bodies = {{.half = {0.1f, 0.2f, 0.2f}, .position = {0.3f, 0, 0}, .rotation = {1, 0, 0, 0.25f}}};
    Body body = make_body(domain.bodies[0], 2);
    body.velocity = {0.1f, 1.0f / 3, 0};
    const float x = 0, y = 0;
    const uint32_t id = 0;
    const uint8_t kind = 1;
    ParticleView p;
    p.count = 1, p.dimensions = 2;
    p.x = {&x, 1}, p.y = {&y, 1}, p.vx = {&x, 1}, p.vy = {&y, 1}, p.id = {&id, 1}, p.kind = {&kind, 1};
    p.bodies = {&body, 1};
    const std::string file = temporary_file();
    ASSERT_TRUE(write_csv(file, p));
    InitialParticles f;
    std::vector<BodyDef> bodies(1);
    EXPECT_EQ(read_csv(file, domain, 3, f, bodies), "");
    std::remove(file.c_str());
    ASSERT_EQ(bodies.size(), 1u);
    EXPECT_EQ(bodies[0].position, body.position);
    EXPECT_EQ(bodies[0].velocity, body.velocity);
    EXPECT_EQ(bodies[0].rotation.z, body.rotation.z);
}

TEST(Csv, ReadsWhatSpreadsheetsWrite) {
    InitialParticles f;
    ASSERT_EQ(read(" x , y,z\r\n1, 2 ,\t3\r\n\r\n4,5,6", 3, f), "") << "spaces, CR LF, an empty line, no last newline";
    ASSERT_EQ(f.count(), 2);
    EXPECT_EQ(f.position[0], glm::vec3(1, 2, 3));
    EXPECT_EQ(f.position[1], glm::vec3(4, 5, 6));
}

TEST(Csv, NamesFileLineAndColumn) {
    EXPECT_EQ(message_of("x,y\n1,2\n3,four\n"), "FILE:3:2: \"four\" is not a number");
    EXPECT_EQ(message_of("x,y\n1,2\n\n,4\n"), "FILE:4:1: \"\" is not a number");
    for (const char* bad : {"nan", "inf", "1e999", "0x10", "1 2", "1;5"})
        EXPECT_EQ(message_of("x,y\n0," + std::string(bad) + "\n"),
                  "FILE:2:2: \"" + std::string(bad) + "\" is not a number");
    EXPECT_EQ(message_of("x,y\n1,2,3\n"), "FILE:2: expected 2 columns, got 3");
    EXPECT_EQ(message_of("x,y,kind\n1,2\n"), "FILE:2: expected 3 columns, got 2");
    for (const char* bad : {"3", "-1", "0.5", "1e9"})
        EXPECT_EQ(message_of("x,y,kind\n1,2," + std::string(bad) + "\n"),
                  "FILE:2:3: kind \"" + std::string(bad) + "\" is not a whole number in 0..2");
}

TEST(Csv, RefusesAWrongHeader) {
    EXPECT_EQ(message_of("x,y,mass\n1,2,3\n"), "FILE:1:3: column \"mass\" is not one of x, y, vx, vy, kind");
    EXPECT_EQ(message_of("x,y,z\n1,2,3\n"), "FILE:1:3: column \"z\" is not one of x, y, vx, vy, kind");
    EXPECT_EQ(message_of("x,y,x\n1,2,3\n"), "FILE:1:3: column \"x\" is not one of x, y, vx, vy, kind") << "twice";
    EXPECT_EQ(message_of("x,y,\n1,2,3\n"), "FILE:1:3: column \"\" is not one of x, y, vx, vy, kind");
    EXPECT_EQ(message_of("x,kind\n1,2\n"), "FILE:1: the header has no column y");
    EXPECT_EQ(message_of("x,y\n1,2\n", 3), "FILE:1: the header has no column z");
    EXPECT_EQ(message_of("1,2\n"), "FILE:1:1: column \"1\" is not one of x, y, vx, vy, kind");
}

TEST(Csv, RefusesWhatCrossesTheContainerWithinADisplayStep) {
    const auto with_speed = [](const char* speed, Shape shape, int dimensions) {
        Domain domain;
        domain.dimensions = dimensions, domain.walls = {.shape = shape, .half = {2, 0.5f, 3}};
        InitialParticles out;
        const std::string row = dimensions == 3 ? "0,0,0," : "0,0,";
        return read(std::string(dimensions == 3 ? "x,y,z,vy\n" : "x,y,vy\n") + row + speed + "\n", domain, out);
    };
    for (const char* bad : {"241", "-1e9", "3e38"})
        EXPECT_EQ(with_speed(bad, Shape::box, 2),
                  "FILE:2: the particle is faster than 240: it would cross the container in less than 1/60 s");
    EXPECT_EQ(with_speed("239", Shape::box, 2), "");
    EXPECT_EQ(with_speed("359", Shape::box, 3), "") << "along z";
    EXPECT_NE(with_speed("361", Shape::box, 3), "");
    EXPECT_NE(with_speed("241", Shape::circle, 3), "");
}

TEST(Csv, RefusesEmptyFiles) {
    EXPECT_EQ(message_of(""), "FILE: no particles");
    EXPECT_EQ(message_of("x,y\n\n"), "FILE: no particles");
    InitialParticles f;
    std::vector<BodyDef> bodies;
    EXPECT_NE(read_csv("/nowhere/at all.csv", boundless(2), 1, f, bodies).find("cannot read /nowhere/at all.csv: "),
              std::string::npos);
    EXPECT_FALSE(write_csv("/nowhere/at all.csv", {}));
}

TEST(Csv, LongLinesGetAShortMessage) {
    const std::string message = message_of("x,y\n1," + std::string(1'000'000, '7') + "\n");
    EXPECT_EQ(message.substr(0, 12), "FILE:2:2: \"7");
    EXPECT_LT(message.size(), 100u);
    EXPECT_LT(message_of(std::string(1'000'000, 'x')).size(), 200u);
}

// A written state is read back bit by bit, in id order.
TEST(Csv, RoundTripIsExact) {
    for (const int dimensions : {2, 3}) {
        constexpr size_t count = 500;
        std::vector<float> v[6];
        std::vector<uint32_t> id(count);
        std::vector<uint8_t> kind(count);
        Random random(1);
        for (auto& values : v)
            while (values.size() < count) {
                const float any = std::bit_cast<float>(static_cast<uint32_t>(random.bits()));
                if (std::isfinite(any)) values.push_back(any);
            }
        v[0][3] = -0.0f;
        v[1][3] = 1e-45f;  // smallest denormal
        v[3][3] = 3.4028235e38f;
        for (size_t slot = 0; slot < count; ++slot) {
            id[slot] = static_cast<uint32_t>(slot * 7 % count);
            kind[slot] = static_cast<uint8_t>(slot % 3);
        }
        ParticleView p;
        p.count = static_cast<int>(count);
        p.dimensions = dimensions;
        p.x = v[0], p.y = v[1];
        p.vx = v[3], p.vy = v[4];
        if (dimensions == 3) p.z = v[2], p.vz = v[5];
        p.id = id;
        p.kind = kind;
        ASSERT_TRUE(write_csv(temporary_file(), p));
        InitialParticles f;
        std::vector<BodyDef> bodies;
        ASSERT_EQ(read_csv(temporary_file(), boundless(dimensions), 3, f, bodies), "");
        std::remove(temporary_file().c_str());
        ASSERT_EQ(f.count(), p.count);
        for (size_t slot = 0; slot < count; ++slot)
            for (int axis = 0; axis < dimensions; ++axis) {
                const size_t a = static_cast<size_t>(axis);
                const auto bits = [](float value) { return std::bit_cast<uint32_t>(value); };
                ASSERT_EQ(bits(f.position[id[slot]][axis]), bits(v[a][slot])) << slot;
                ASSERT_EQ(bits(f.velocity[id[slot]][axis]), bits(v[3 + a][slot])) << slot;
                ASSERT_EQ(f.kind[id[slot]], kind[slot]);
            }
    }
}

}  // namespace
}  // namespace slosh::csv_test
