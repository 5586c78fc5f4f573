# The modules of the page, into build/dist/: {threads, serial} x {with panel, without} x the families of solvers.
function(slosh_globs out)
    list(TRANSFORM ARGN PREPEND "${CMAKE_SOURCE_DIR}/")
    file(GLOB files CONFIGURE_DEPENDS ${ARGN})
    set(${out} ${files} PARENT_SCOPE)
endfunction()

set(slosh_web_link
    -O3 --closure 1 --no-entry -sMODULARIZE -sEXPORT_ES6 -sENVIRONMENT=worker -sFILESYSTEM=0
    -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2
    -sGL_SUPPORT_AUTOMATIC_ENABLE_EXTENSIONS=0 -sGL_ENABLE_GET_PROC_ADDRESS=0 -sGL_TRACK_ERRORS=0
    # Fixed memory: WebGL refuses views on a buffer that can grow.
    -sINITIAL_MEMORY=256MB -sSTACK_SIZE=256KB
    # The smaller allocator: a step takes none.
    -sMALLOC=emmalloc
    # noExitRuntime must be listed: without it the first callback from a pool thread ends the runtime and the pool.
    -sINCOMING_MODULE_JS_API=canvas,mainScriptUrlOrBlob,noExitRuntime,wasmBinary
    -sEXPORTED_FUNCTIONS=_malloc,_free -sEXPORTED_RUNTIME_METHODS=HEAPU8)
file(STRINGS "${EMSCRIPTEN_ROOT_PATH}/src/settings.js" growable REGEX "GROWABLE_ARRAYBUFFERS =")
if(growable)
    list(APPEND slosh_web_link -sGROWABLE_ARRAYBUFFERS=0)
endif()
# The same objects, with threads and without.
set(slosh_web_link_threads -pthread "-sPTHREAD_POOL_SIZE=Module['poolSize']" -sPTHREAD_POOL_SIZE_STRICT=2)
set(slosh_web_link_serial)

# What does not depend on the solvers is compiled once with the panel and once without.
function(slosh_add_app name panel)
    slosh_globs(sources "src/app/*.cpp" "src/app/*/*.cpp" "src/settings/*.cpp")
    list(FILTER sources EXCLUDE REGEX "/(app_bodies|app_pour|app_effects_3d|environment_export)[^/]*\\.cpp$")
    if(NOT panel)
        list(FILTER sources EXCLUDE REGEX "/panel/[^/]*\\.cpp$")
    endif()
    add_library(${name} OBJECT ${sources})
    target_compile_definitions(${name} PRIVATE SLOSH_PANEL=${panel})
    target_compile_options(${name} PRIVATE -Oz)
    target_link_libraries(${name} PUBLIC slosh_render)
    if(panel)
        target_link_libraries(${name} PUBLIC imgui)
    endif()
    slosh_precompile(${name})
endfunction()

function(slosh_add_web_module flavour family panel)
    set(name slosh-${flavour}-${family}${panel})
    string(REPLACE "-" "_" app "slosh_app${panel}")
    add_executable(${name})
    # What a family has no use for is left out: another source stands in for it.
    set(deep "")
    set(environment "|environment_export")
    set(bodies "")
    set(pour "")
    set(probes _stub)
    set(timers _stub)
    set(docs _stub)
    set(grid _stub)
    if(family IN_LIST slosh_grid_families)
        set(grid "")
    endif()
    if(panel)
        set(probes "")
        set(timers "")
        set(docs "")
    endif()
    if(family IN_LIST slosh_flat_families)
        set(deep _stub)
        set(environment "")
    endif()
    if(family IN_LIST slosh_bodiless_families)
        set(bodies _stub)
    endif()
    if(family IN_LIST slosh_dry_families)
        set(pour _stub)
    endif()
    set(chosen "scene_renderer_3d${deep}|water_settings${deep}|body_renderer${bodies}|app_bodies${bodies}|app_pour${pour}|app_effects_3d${deep}|debug_overlay${probes}")
    string(APPEND chosen "|slice_renderer${grid}|timers${timers}|docs${docs}${environment}")
    target_sources(${name} PRIVATE $<FILTER:$<TARGET_OBJECTS:slosh_choices>,INCLUDE,/\(${chosen}\)[.]cpp>)
    add_dependencies(${name} slosh_choices)
    target_link_libraries(${name} PRIVATE ${app} slosh_sim_${family})
    target_link_options(${name} PRIVATE ${slosh_web_link} ${slosh_web_link_${flavour}})
    set_target_properties(${name} PROPERTIES SUFFIX .mjs LINKER_LANGUAGE CXX RUNTIME_OUTPUT_DIRECTORY "${SLOSH_DIST}")
    list(APPEND slosh_web_modules ${name})
    set(slosh_web_modules "${slosh_web_modules}" PARENT_SCOPE)
endfunction()

set(slosh_web_modules)
slosh_globs(app_sources "src/app/web/exports.cpp")
slosh_globs(render_sources "src/render/*.cpp" "src/render/*/*.cpp")
# Families without a 3D scene, which are spared what draws one.
set(slosh_flat_families blobs mueller pcisph)
# Families without rigid bodies, which are spared what draws and holds them.
set(slosh_bodiless_families blobs mueller)
# Families whose fluids cannot be poured.
set(slosh_dry_families blobs)
# Families on a grid; the others are spared what looks into it.
set(slosh_grid_families flip)
set(chosen_render_sources ${render_sources})
set(choice "/(scene_renderer_3d|water_settings|body_renderer|debug_overlay|slice_renderer|timers)(_stub)?\\.cpp$")
list(FILTER render_sources EXCLUDE REGEX "${choice}")
list(FILTER chosen_render_sources INCLUDE REGEX "${choice}")
if(app_sources AND render_sources)
    slosh_add_imgui()
    add_library(slosh_render STATIC ${render_sources})
    target_link_libraries(slosh_render PUBLIC slosh_parts slosh_shaders)
    target_compile_options(slosh_render PRIVATE -Oz)
    slosh_precompile(slosh_render)
    if(SLOSH_GL_CHECKS)
        target_compile_definitions(slosh_render PUBLIC SLOSH_GL_CHECKS=1)
    endif()
    # Each once, and its stand-in; a module takes one of the two.
    slosh_globs(choices "src/base/docs*.cpp" "src/app/app_bodies*.cpp" "src/app/app_pour*.cpp" "src/app/app_effects_3d*.cpp"
                "src/app/web/environment_export.cpp")
    add_library(slosh_choices OBJECT ${chosen_render_sources} ${choices})
    target_compile_options(slosh_choices PRIVATE -Oz)
    target_link_libraries(slosh_choices PRIVATE slosh_render)
    slosh_precompile(slosh_choices)
    slosh_add_app(slosh_app 0)
    slosh_add_app(slosh_app_panel 1)
    foreach(family IN LISTS slosh_families)
        slosh_add_sim(slosh_sim_${family} ${family})
        foreach(flavour IN ITEMS threads serial)
            slosh_add_web_module(${flavour} ${family} "")
            slosh_add_web_module(${flavour} ${family} -panel)
        endforeach()
    endforeach()
else()
    message(STATUS "src/app/web/exports.cpp or src/render/*.cpp is missing: no web modules")
endif()

# `dist`: the static site. `dist_brief` lacks most modules without threads.
add_custom_target(site
    COMMAND sh -c "mkdir -p \"$(dirname \"$2\")\" && node \"$1\" catalog > \"$2.new\" && mv \"$2.new\" \"$2\"" sh
            "${CMAKE_BINARY_DIR}/describe.mjs" "${SLOSH_DIST}/catalog.js"
    COMMAND node "${CMAKE_SOURCE_DIR}/tools/site.mjs" "${CMAKE_SOURCE_DIR}/web" "${SLOSH_DIST}" ${slosh_web_modules}
    VERBATIM)
add_dependencies(site describe)
add_custom_target(dist)
add_dependencies(dist site ${slosh_web_modules})
set(brief_modules ${slosh_web_modules})
list(FILTER brief_modules EXCLUDE REGEX "serial-(mueller|pcisph|flip|sph-panel)")
add_custom_target(dist_brief)
add_dependencies(dist_brief site ${brief_modules})
