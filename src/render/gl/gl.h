// OpenGL ES 3 objects that delete themselves, shader programs that say what is wrong with them.
#pragma once
#include <GLES3/gl3.h>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
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

class Program {
public:
    // Compiles and links. What fails is appended to `error` as text: which shader, which line, what.
    Program(std::string_view name, std::string_view vertex, std::string_view fragment, std::string& error);
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void use() const { glUseProgram(id_); }
    // For the program in use. A uniform that the compiler dropped is silently ignored.
    void set(const char* name, int value) const { glUniform1i(at(name), value); }
    void set(const char* name, float value) const { glUniform1f(at(name), value); }
    void set(const char* name, glm::ivec2 v) const { glUniform2i(at(name), v.x, v.y); }
    void set(const char* name, glm::vec2 v) const { glUniform2f(at(name), v.x, v.y); }
    void set(const char* name, glm::vec3 v) const { glUniform3f(at(name), v.x, v.y, v.z); }
    void set(const char* name, glm::vec4 v) const { glUniform4f(at(name), v.x, v.y, v.z, v.w); }
    void set(const char* name, const glm::mat4& m) const { glUniformMatrix4fv(at(name), 1, GL_FALSE, &m[0][0]); }

private:
    GLint at(const char* name) const { return glGetUniformLocation(id_, name); }
    GLuint id_ = 0;
};

// A float texture to draw sums into, resized when asked for another size.
class FloatTarget {
public:
    // Half floats where the machine can draw and blend them, else eight bits a channel.
    bool resize(glm::ivec2 size);
    glm::ivec2 size() const { return size_; }
    bool is_float() const { return is_float_; }
    GLuint framebuffer() const { return framebuffer_.id(); }
    GLuint texture() const { return texture_.id(); }

private:
    bool allocate(bool as_float);
    Texture texture_;
    Framebuffer framebuffer_;
    glm::ivec2 size_{0, 0};
    bool is_float_ = true;
};

// How the bound texture is looked up: linear between texels, the rim repeated beyond it.
void smooth_and_clamped();
void nearest_and_clamped();

void blend_add();
void blend_over();      // premultiplied alpha
void blend_multiply();  // what is there, by what is drawn

// In builds with SLOSH_GL_CHECKS: prints what WebGL complains about since the last check.
#ifdef SLOSH_GL_CHECKS
void check(const char* pass);
#else
inline void check(const char*) {}
#endif

}  // namespace slosh::gl
