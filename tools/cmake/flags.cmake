# One target carries every flag of our own code; the libraries of others get only `slosh_options`.
add_library(slosh_options INTERFACE)  # what changes code generation: everything linked together shares it
target_compile_features(slosh_options INTERFACE cxx_std_20)
target_compile_options(slosh_options INTERFACE
    -fno-exceptions -fno-rtti
    -ffp-contract=off   # no fused multiply-add: one rounding an operation on every target, hence the same bits
    -fno-math-errno)    # or g++ keeps calls to sqrtf
# Emscripten's programs choose at the link: the same objects make those without threads.
target_compile_options(slosh_options INTERFACE -pthread)
if(NOT EMSCRIPTEN)
    target_link_options(slosh_options INTERFACE -pthread)
else()
    # Bitcode objects without -flto at the link: the linker still optimizes over all of them.
    target_compile_options(slosh_options INTERFACE -msimd128 -mnontrapping-fptoint -flto)
endif()
if(SLOSH_SANITIZE)
    # Their reports need lines, not variables, which take a third of the compiler's time.
    target_compile_options(slosh_options INTERFACE -fsanitize=${SLOSH_SANITIZE} -fno-omit-frame-pointer -O1 -g1)
    target_link_options(slosh_options INTERFACE -fsanitize=${SLOSH_SANITIZE})
    if(SLOSH_SANITIZE MATCHES undefined)
        target_compile_options(slosh_options INTERFACE -fno-sanitize-recover=all)
    endif()
endif()

add_library(slosh_flags INTERFACE)
target_link_libraries(slosh_flags INTERFACE slosh_options)
target_compile_options(slosh_flags INTERFACE -Wall -Wextra -Werror -Wshadow -Wconversion -Wno-sign-conversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(slosh_flags INTERFACE -Wno-restrict)  # g++ 12 warns of its own std::string (PR 105651)
endif()
target_include_directories(slosh_flags INTERFACE "${CMAKE_SOURCE_DIR}/src")

set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-g")

# Reading the standard library takes longer than most sources: once a target is enough. One build does without
# (CMakePresets.json), so that every source keeps naming what it needs.
option(SLOSH_PRECOMPILE "Precompile headers" ON)
function(slosh_precompile target)
    if(SLOSH_PRECOMPILE)
        target_precompile_headers(${target} PRIVATE <algorithm> <array> <cmath> <cstdint> <functional> <glm/common.hpp>
            <glm/geometric.hpp> <glm/mat4x4.hpp> <glm/vec3.hpp> <memory> <span> <string> <string_view> <variant> <vector>)
        if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
            # Or ccache, where there is one, takes each for a new one.
            target_compile_options(${target} PRIVATE -Xclang -fno-pch-timestamp)
        endif()
    endif()
endfunction()

# A library of the simulation. In the page what is not a step's own work is small rather than fast.
function(slosh_add_library name)
    set(sources ${ARGN})
    if(EMSCRIPTEN)
        set(small ${sources})
        list(REMOVE_ITEM sources ${slosh_cold_sources})
        list(REMOVE_ITEM small ${sources})
        add_library(${name}_small OBJECT ${small})
        target_compile_options(${name}_small PRIVATE -Oz)
        target_link_libraries(${name}_small PRIVATE slosh_flags glm)
        slosh_precompile(${name}_small)
        list(APPEND sources $<TARGET_OBJECTS:${name}_small>)
    endif()
    add_library(${name} STATIC ${sources})
    target_link_libraries(${name} PUBLIC slosh_flags glm)
    slosh_precompile(${name})
endfunction()

find_program(SLOSH_CCACHE ccache)
if(SLOSH_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${SLOSH_CCACHE}")
endif()
