// RAII wrappers of OpenGL ES 3 objects, shader programs with readable error messages, and common states.
#pragma once
#include <GLES3/gl3.h>

#include <array>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace slosh::gl {

template <auto create, auto destroy>
class Object {
public:
    Object() { create(1, &id_); }
    ~Object() {
        if (id_) destroy(1, &id_);
    }
    Object(Object&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
    Object& operator=(Object&& other) noexcept {
        std::swap(id_, other.id_);
        return *this;
    }
    GLuint id() const { return id_; }

private:
    GLuint id_ = 0;
};

using Buffer = Object<glGenBuffers, glDeleteBuffers>;
using Texture = Object<glGenTextures, glDeleteTextures>;
using Framebuffer = Object<glGenFramebuffers, glDeleteFramebuffers>;
using VertexArray = Object<glGenVertexArrays, glDeleteVertexArrays>;

// The texts of a shader, in order, as glShaderSource() takes them; tools/cmake/shaders.cmake writes them to shaders.h.
using Source = std::span<const std::string_view>;

class Program {
public:
    // Compiles and links. Failures are appended to `error`: which shader, and the log of the compiler.
    Program(std::string_view name, Source vertex, Source fragment, std::string& error);
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void use() const { glUseProgram(id_); }
    // Uniforms of the program in use; a name that the compiler has removed is ignored. Names are string literals: their
    // addresses are the keys of the location cache.
    void set(const char* name, int value) const { glUniform1i(location(name), value); }
    void set(const char* name, float value) const { glUniform1f(location(name), value); }
    void set(const char* name, glm::ivec2 v) const { glUniform2i(location(name), v.x, v.y); }
    void set(const char* name, glm::vec2 v) const { glUniform2f(location(name), v.x, v.y); }
    void set(const char* name, glm::vec3 v) const { glUniform3f(location(name), v.x, v.y, v.z); }
    void set(const char* name, glm::vec4 v) const { glUniform4f(location(name), v.x, v.y, v.z, v.w); }
    void set(const char* name, std::span<const glm::vec3> v) const {
        glUniform3fv(location(name), static_cast<int>(v.size()), &v[0].x);
    }
    void set(const char* name, const glm::mat4& m) const { glUniformMatrix4fv(location(name), 1, GL_FALSE, &m[0][0]); }

private:
    GLint location(const char* name) const;

    struct Uniform {
        const char* name;
        GLint location;
    };
    GLuint id_ = 0;
    // Location cache, filled on first use and searched linearly: a program has about ten uniforms. Uniforms that do not
    // fit are looked up by name in each call.
    mutable std::array<Uniform, 32> uniforms_;
    mutable int uniform_count_ = 0;
};

// A texture and framebuffer for sums (additive blending).
class FloatTarget {
public:
    // Half floats if the machine can render and blend them, otherwise 8 bits per channel. False if neither is possible.
    bool resize(glm::ivec2 size);
    glm::ivec2 size() const { return size_; }
    bool is_float() const { return is_float_; }
    // As the target of the next draws, all zero.
    void bind_and_clear() const;
    GLuint texture() const { return texture_.id(); }
    // Averages over 2, 4, 8 and more texels, for textureLod().
    void update_mipmap();

private:
    bool allocate(bool as_float);
    Texture texture_;
    Framebuffer framebuffer_;
    glm::ivec2 size_{0, 0};
    bool is_float_ = true, complete_ = false;
};

// Filter of the bound texture, with clamping to the edge.
void linear_and_clamped();
void nearest_and_clamped();

void blend_add();
void blend_over();      // premultiplied alpha
void blend_multiply();  // target * source

// In builds with SLOSH_GL_CHECKS: prints the WebGL errors since the last check.
#ifdef SLOSH_GL_CHECKS
void check(const char* pass);
#else
inline void check(const char*) {}
#endif

}  // namespace slosh::gl
