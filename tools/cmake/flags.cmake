# slosh_options: flags of code generation, for everything that is linked together, third-party libraries too.
# slosh_flags: also warnings and include folders, for the sources of this project.
add_library(slosh_options INTERFACE)
target_compile_features(slosh_options INTERFACE cxx_std_20)
target_compile_options(slosh_options INTERFACE
    -fno-exceptions -fno-rtti
    -ffp-contract=off   # no fused multiply-add: one rounding an operation on every target, hence the same bits
    -fno-math-errno)    # otherwise g++ calls sqrtf for errno
# With Emscripten the link decides about threads: the same objects make the programs without threads.
target_compile_options(slosh_options INTERFACE -pthread)
if(NOT EMSCRIPTEN)
    target_link_options(slosh_options INTERFACE -pthread)
else()
    # Bitcode objects without -flto at the link: the linker still optimizes over all of them.
    target_compile_options(slosh_options INTERFACE -msimd128 -mnontrapping-fptoint -flto)
endif()
if(SLOSH_SANITIZE)
    # -g1: reports need line numbers but not variables, which take a third of the compile time.
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
    # False positives: of g++ 12 in std::string (PR 105651); of g++ 13 and 14, for which a reference to an element of a
    # span dangles with the span. Versions without a warning ignore its -Wno.
    target_compile_options(slosh_flags INTERFACE -Wno-restrict -Wno-dangling-reference)
endif()
target_include_directories(slosh_flags INTERFACE "${CMAKE_SOURCE_DIR}/src")

set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-g")

# The standard library takes longer to parse than most sources: it is precompiled once a target, and eight sources are one
# compilation (unity build). Names in anonymous namespaces therefore differ within a target; a source that a module may
# replace (tools/cmake/features.cmake) is compiled alone. The presets clang and web-plain (CMakePresets.json) do neither, so
# that a missing #include is an error there.
option(SLOSH_FAST_BUILD "Precompile headers and compile several sources at once" ON)
function(slosh_unite target)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${SLOSH_FAST_BUILD} UNITY_BUILD_BATCH_SIZE 8)
endfunction()
function(slosh_precompile target)
    if(SLOSH_FAST_BUILD)
        target_precompile_headers(${target} PRIVATE <algorithm> <array> <cmath> <cstdint> <functional> <glm/common.hpp>
            <glm/geometric.hpp> <glm/mat4x4.hpp> <glm/vec3.hpp> <memory> <span> <string> <string_view> <variant> <vector>)
        if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
            # With a timestamp ccache would never reuse a precompiled header.
            target_compile_options(${target} PRIVATE -Xclang -fno-pch-timestamp)
        endif()
    endif()
    slosh_unite(${target})
endfunction()

# A library of the simulation. With Emscripten the sources in slosh_cold_sources are compiled for size.
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
    if(EMSCRIPTEN)
        set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)  # -O3 inlines over the sources: embeds 2 % larger
    endif()
endfunction()

find_program(SLOSH_CCACHE ccache)
if(SLOSH_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${SLOSH_CCACHE}")
endif()
