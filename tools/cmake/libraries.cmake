# Third-party libraries: GLM (headers), GoogleTest and Eigen (tests only), Dear ImGui (panel only).
# A cross compiler must not search all of /usr/include, so header libraries are included through links in the build folder.
function(slosh_header_library target folder probe)
    find_path(${target}_parent NAMES "${folder}/${probe}" PATHS /usr/include /usr/include/eigen3 NO_CMAKE_FIND_ROOT_PATH)
    add_library(${target} INTERFACE)
    if(NOT ${target}_parent)
        return()
    endif()
    set(links "${CMAKE_BINARY_DIR}/headers/${target}")
    file(MAKE_DIRECTORY "${links}")
    file(CREATE_LINK "${${target}_parent}/${folder}" "${links}/${folder}" SYMBOLIC)
    target_include_directories(${target} SYSTEM INTERFACE "${links}")
endfunction()

slosh_header_library(glm glm glm.hpp)
if(NOT glm_parent)
    message(FATAL_ERROR "GLM is missing: run tools/setup, or install libglm-dev")
endif()
slosh_header_library(eigen Eigen Core)

set(SLOSH_GTEST_DIR /usr/src/googletest/googletest CACHE PATH "GoogleTest sources")
function(slosh_add_gtest)
    add_library(gtest STATIC "${SLOSH_GTEST_DIR}/src/gtest-all.cc" "${SLOSH_GTEST_DIR}/src/gtest_main.cc")
    target_include_directories(gtest SYSTEM PUBLIC "${SLOSH_GTEST_DIR}/include" PRIVATE "${SLOSH_GTEST_DIR}")
    target_link_libraries(gtest PUBLIC slosh_options)
endfunction()

function(slosh_add_imgui)
    set(dir "$ENV{IMGUI_DIR}")
    if(NOT dir)
        set(dir "${CMAKE_SOURCE_DIR}/.toolchain/imgui")
    endif()
    if(NOT EXISTS "${dir}/backends/imgui_impl_opengl3.cpp")
        message(FATAL_ERROR "Dear ImGui is missing: run tools/setup, or name its source tree in IMGUI_DIR")
    endif()
    add_library(imgui STATIC "${dir}/imgui.cpp" "${dir}/imgui_draw.cpp" "${dir}/imgui_tables.cpp"
                "${dir}/imgui_widgets.cpp" "${dir}/backends/imgui_impl_opengl3.cpp")
    target_include_directories(imgui SYSTEM PUBLIC "${dir}" "${dir}/backends")
    # Unused by the panel, and most of the code size of Dear ImGui.
    target_compile_definitions(imgui PUBLIC IMGUI_IMPL_OPENGL_ES3 IMGUI_DISABLE_DEMO_WINDOWS
        IMGUI_DISABLE_DEBUG_TOOLS IMGUI_DISABLE_OBSOLETE_FUNCTIONS IMGUI_DISABLE_OBSOLETE_KEYIO IMGUI_DISABLE_FILE_FUNCTIONS
        IMGUI_DISABLE_DEFAULT_SHELL_FUNCTIONS)
    target_compile_definitions(imgui PRIVATE sscanf=slosh_sscanf)  # src/app/panel/imgui/imgui_sscanf.cpp
    target_compile_options(imgui PRIVATE -Oz -w)
    target_link_libraries(imgui PUBLIC slosh_options)
endfunction()
