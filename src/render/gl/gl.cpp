#include "render/gl/gl.h"

#include <cstdio>
#include <vector>

#include "base/check.h"

namespace slosh::gl {
namespace {

std::string read_log(GLuint object, decltype(&glGetShaderiv) get, decltype(&glGetShaderInfoLog) read) {
    GLint length = 0;
    get(object, GL_INFO_LOG_LENGTH, &length);
    std::vector<char> text(static_cast<size_t>(length) + 1);
    read(object, length, nullptr, text.data());
    return text.data();
}

GLuint compile(GLenum type, std::string_view name, Source source, std::string& error) {
    const GLuint shader = glCreateShader(type);
    constexpr size_t max_texts = 24;
    CHECK(source.size() <= max_texts, "a shader includes few files");
    const char* texts[max_texts];
    GLint lengths[max_texts];
    for (size_t i = 0; i < source.size(); ++i) {
        texts[i] = source[i].data();
        lengths[i] = static_cast<GLint>(source[i].size());
    }
    glShaderSource(shader, static_cast<GLsizei>(source.size()), texts, lengths);
    glCompileShader(shader);
    GLint compiled = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (!compiled) {
        error += "shader " + std::string(name) + (type == GL_VERTEX_SHADER ? ".vert: " : ".frag: ");
        error += read_log(shader, glGetShaderiv, glGetShaderInfoLog);
    }
    return shader;
}

}  // namespace

Program::Program(std::string_view name, Source vertex, Source fragment, std::string& error) : id_(glCreateProgram()) {
    const size_t errors_before = error.size();
    const GLuint shaders[] = {compile(GL_VERTEX_SHADER, name, vertex, error),
                              compile(GL_FRAGMENT_SHADER, name, fragment, error)};
    for (GLuint shader : shaders) glAttachShader(id_, shader);
    glLinkProgram(id_);
    GLint linked = 0;
    glGetProgramiv(id_, GL_LINK_STATUS, &linked);
    if (!linked && error.size() == errors_before)
        error += "shader " + std::string(name) + ": " + read_log(id_, glGetProgramiv, glGetProgramInfoLog);
    for (GLuint shader : shaders) glDeleteShader(shader);
}

Program::~Program() { glDeleteProgram(id_); }

GLint Program::location(const char* name) const {
    const auto begin = uniforms_.begin(), end = begin + uniform_count_;
    for (auto uniform = begin; uniform != end; ++uniform)
        if (uniform->name == name) return uniform->location;
    const GLint location = glGetUniformLocation(id_, name);
    if (end != uniforms_.end()) {
        *end = {name, location};
        ++uniform_count_;
    }
    return location;
}

bool FloatTarget::resize(glm::ivec2 size) {
    if (size == size_) return complete_;
    size_ = size;
    is_float_ = allocate(true);
    return complete_ = is_float_ || allocate(false);
}

bool FloatTarget::allocate(bool as_float) {
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    glTexImage2D(GL_TEXTURE_2D, 0, as_float ? GL_RGBA16F : GL_RGBA8, size_.x, size_.y, 0, GL_RGBA,
                 as_float ? GL_HALF_FLOAT : GL_UNSIGNED_BYTE, nullptr);
    linear_and_clamped();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.id(), 0);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

void FloatTarget::bind_and_clear() const {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    glViewport(0, 0, size_.x, size_.y);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
}

void FloatTarget::update_mipmap() {
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
    glGenerateMipmap(GL_TEXTURE_2D);
}

void linear_and_clamped() {
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

void nearest_and_clamped() {
    linear_and_clamped();
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

namespace {
void blend(GLenum source, GLenum destination) {
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(source, destination);
}
}  // namespace

void blend_add() { blend(GL_ONE, GL_ONE); }

void blend_over() { blend(GL_ONE, GL_ONE_MINUS_SRC_ALPHA); }

void blend_multiply() { blend(GL_ZERO, GL_SRC_COLOR); }

#ifdef SLOSH_GL_CHECKS
void check(const char* pass) {
    for (GLenum code = glGetError(); code != GL_NO_ERROR; code = glGetError())
        std::fprintf(stderr, "slosh: WebGL error 0x%04x after %s\n", code, pass);
}
#endif

}  // namespace slosh::gl
