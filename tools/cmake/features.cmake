# THE table of the families of solvers and their features. The page loads one module per family, another one with the panel.
# The table determines which sources a module links, and generated/FAMILY/built_features.h, which determines the parameters
# of a scene. The definition of a solver names its families and declares the same features (src/solver/capabilities.h); a
# difference does not compile (src/solvers/solvers.cpp).
#
#   2d, 3d     scenes in two, in three dimensions  bodies   rigid bodies: drop-*
#   emitters   pouring by the user: pour-*         grid     slice through the grid: slice-*
#   foam       spray, foam and bubbles: foam-*
# WCSPH has two families: a page with a 2D tank does not load the solver and the renderer in 3D.
set(slosh_families blobs sph sph-3d mueller pcisph flip)
set(slosh_features_blobs 2d emitters)
set(slosh_features_sph 2d bodies emitters)
set(slosh_features_sph-3d 3d bodies emitters foam)
set(slosh_features_mueller 2d emitters)
set(slosh_features_pcisph 2d bodies emitters)
set(slosh_features_flip 3d bodies emitters grid foam)
# Features that only the module with the panel has: embeds of blobs are the smallest ones.
set(slosh_features_of_panel_blobs emitters)
set(slosh_all_features 2d 3d bodies emitters grid foam)

# Sources that a web module links with a feature, and the stubs that replace them without it. `panel` is a feature of the
# module: the panel of controls.
set(slosh_sources_with_2d src/render/scene2d/scene_renderer_2d.cpp)
set(slosh_sources_without_2d src/analysis/diagnostics_2d_stub.cpp src/render/scene2d/scene_renderer_2d_stub.cpp)
set(slosh_sources_with_3d
    src/app/app_effects_3d.cpp src/app/web/environment_export.cpp
    src/render/options/water_settings.cpp src/render/scene3d/scene_renderer_3d.cpp)
set(slosh_sources_without_3d
    src/analysis/diagnostics_3d_stub.cpp src/app/app_effects_3d_stub.cpp
    src/render/options/water_settings_stub.cpp src/render/scene3d/scene_renderer_3d_stub.cpp)
set(slosh_sources_with_bodies src/app/app_bodies.cpp src/app/state/saved_bodies.cpp)
set(slosh_sources_without_bodies src/app/app_bodies_stub.cpp)
set(slosh_sources_with_emitters src/app/app_pour.cpp)
set(slosh_sources_without_emitters
    src/app/app_pour_stub.cpp src/solvers/double_density/inflow_outflow_stub.cpp)
set(slosh_sources_with_grid src/render/debug/slice_renderer.cpp)
set(slosh_sources_without_grid src/render/debug/slice_renderer_stub.cpp)
# A stub without a counterpart here replaces a member of the library of the simulation: the linker finds it first.
set(slosh_sources_with_panel src/base/docs.cpp src/render/debug/debug_overlay.cpp src/render/gl/timers.cpp)
set(slosh_sources_without_panel
    src/base/docs_stub.cpp src/rigid/drawn_obstacles_stub.cpp src/render/debug/debug_overlay_stub.cpp src/render/gl/timers_stub.cpp)
# Those members: a source of the library that is replaced must be an object by itself.
set(slosh_replaceable_sources
    src/analysis/diagnostics_2d.cpp src/analysis/diagnostics_3d.cpp src/rigid/drawn_obstacles.cpp src/solvers/double_density/inflow_outflow.cpp)
# Bodies are visible in modules with `bodies`, and in those with the panel: the user draws obstacles in any scene.
set(slosh_sources_with_visible_bodies src/render/bodies/body_renderer.cpp)
set(slosh_sources_without_visible_bodies src/render/bodies/body_renderer_stub.cpp)
# `gpu` is a feature of the module, too: solvers on the GPU, of these families.
set(slosh_gpu_families sph sph-3d pcisph flip)
set(slosh_sources_with_gpu src/app/gpu/gpu_part.cpp)
set(slosh_sources_without_gpu src/app/gpu/gpu_part_stub.cpp)
set(slosh_module_features panel visible_bodies gpu)
set(slosh_optional_sources src/app/app_device.cpp)
foreach(feature IN LISTS slosh_all_features slosh_module_features)
    list(APPEND slosh_optional_sources ${slosh_sources_with_${feature}} ${slosh_sources_without_${feature}})
endforeach()
list(TRANSFORM slosh_optional_sources PREPEND "${CMAKE_SOURCE_DIR}/")

# Writes generated/FAMILY/built_features.h, the features of a build. FAMILY is one of the families, or `all`.
function(slosh_write_features built)
    set(entries "")
    set(everything "")
    foreach(family IN LISTS slosh_families)
        set(can "")
        foreach(feature IN LISTS slosh_all_features)
            if(feature IN_LIST slosh_features_${family})
                string(APPEND can ".${feature} = true, ")
            endif()
        endforeach()
        string(REGEX REPLACE "\\.([23]d) " ".scenes_\\1 " can "${can}")
        string(REGEX REPLACE ", $" "" can "${can}")
        set(is_built false)
        if(built STREQUAL "all" OR built STREQUAL family)
            set(is_built true)
        endif()
        string(APPEND entries "    {\"${family}\", {${can}}, ${is_built}},\n")
    endforeach()
    file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/generated/${built}/built_features.h" @ONLY CONTENT [[
// Written by tools/cmake/features.cmake. Only the sources that name every solver or scene are compiled once per family,
// and only they may include this.
#pragma once
#include <string_view>

#include "solver/capabilities.h"

namespace slosh {

struct Family {
    std::string_view name;
    Capabilities can;
    bool is_built;
};

static constexpr Family families[] = {
@entries@};

// Internal linkage, as the values differ between the libraries of the families.
static constexpr Family find_family(std::string_view name) {
    for (const Family& entry : families)
        if (entry.name == name) return entry;
    return {};
}

// Whether the family is one of those of a definition of a solver.
template <class Def>
static constexpr bool is_family_of(const Family& family) {
    for (const std::string_view name : Def::families)
        if (name == family.name) return true;
    return false;
}

// Whether the solver of a definition is in this build.
template <class Def>
static constexpr bool is_built = [] {
    bool any = false;
    for (const Family& entry : families) any = any || (entry.is_built && is_family_of<Def>(entry));
    return any;
}();

// What at least one solver of this build supports.
static constexpr Capabilities built_capabilities = [] {
    Capabilities any;
    for (const Family& entry : families)
        if (entry.is_built) any = any | entry.can;
    return any;
}();

}  // namespace slosh
]])
endfunction()
