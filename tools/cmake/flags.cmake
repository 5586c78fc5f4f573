# One target carries every flag of our own code; the libraries of others get only `slosh_options`.
add_library(slosh_options INTERFACE)  # what changes code generation: everything linked together shares it
target_compile_features(slosh_options INTERFACE cxx_std_20)
target_compile_options(slosh_options INTERFACE
    -fno-exceptions -fno-rtti
    -ffp-contract=off   # no fused multiply-add: one rounding an operation on every target, hence the same bits
    -fno-math-errno)    # or g++ keeps calls to sqrtf
if(SLOSH_THREADS)
    target_compile_options(slosh_options INTERFACE -pthread)
    target_link_options(slosh_options INTERFACE -pthread)
endif()
if(EMSCRIPTEN)
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

find_program(SLOSH_CCACHE ccache)
if(SLOSH_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${SLOSH_CCACHE}")
endif()
