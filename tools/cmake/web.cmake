# The modules of the page, into build/dist/: {threads, serial} x {with panel, without} x the families of solvers, and those with
# solvers on the GPU once more with them.
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
    # A small allocator: a step allocates nothing.
    -sMALLOC=emmalloc
    # noExitRuntime must be listed: without it the first callback from a pool thread ends the runtime and the pool.
    -sINCOMING_MODULE_JS_API=canvas,mainScriptUrlOrBlob,noExitRuntime,instantiateWasm
    -sEXPORTED_FUNCTIONS=_malloc,_free -sEXPORTED_RUNTIME_METHODS=HEAPU8
    # Smaller modules at the same speed. Less unrolling: 0.3 to 2.1 KB of each, compressed; no code for what can only end
    # in a trap, since functions return or abort: 0.4 KB.
    -Wl,-mllvm,-unroll-threshold=60 -sBINARYEN_EXTRA_PASSES=--traps-never-happen)
file(STRINGS "${EMSCRIPTEN_ROOT_PATH}/src/settings.js" growable REGEX "GROWABLE_ARRAYBUFFERS =")
if(growable)
    list(APPEND slosh_web_link -sGROWABLE_ARRAYBUFFERS=0)
endif()
# Link options of the modules with threads and without; the objects are the same.
set(slosh_web_link_threads -pthread "-sPTHREAD_POOL_SIZE=Module['poolSize']" -sPTHREAD_POOL_SIZE_STRICT=2)
set(slosh_web_link_serial)

# Emscripten and the Closure compiler both declare the names of WebGPU.
set(slosh_web_link_gpu -sUSE_WEBGPU -sINITIAL_MEMORY=1GB --closure-args=--jscomp_off=duplicate
    -sINCOMING_MODULE_JS_API=canvas,mainScriptUrlOrBlob,noExitRuntime,instantiateWasm,preinitializedWebGPUDevice)

# The sources of the app do not depend on the solvers: compiled once with the panel and once without. NAME_gpu and NAME_cpu are
# what modules with solvers on the GPU have, and those without.
function(slosh_add_app name panel)
    slosh_globs(sources "src/app/*.cpp" "src/app/*/*.cpp" "src/app/*/*/*.cpp" "src/settings/*.cpp")
    list(REMOVE_ITEM sources ${slosh_optional_sources})
    if(NOT panel)
        list(FILTER sources EXCLUDE REGEX "/app/(panel/|drawing/|app_drawing)")
    endif()
    add_library(${name} OBJECT ${sources})
    foreach(device IN ITEMS gpu cpu)
        add_library(${name}_${device} OBJECT src/app/app_device.cpp)
        string(COMPARE EQUAL ${device} gpu has_gpu)
        target_compile_definitions(${name}_${device} PRIVATE SLOSH_GPU=${has_gpu})
    endforeach()
    foreach(target IN ITEMS ${name} ${name}_gpu ${name}_cpu)
        target_compile_definitions(${target} PRIVATE SLOSH_PANEL=${panel})
        target_compile_options(${target} PRIVATE -Oz)
        target_link_libraries(${target} PUBLIC slosh_render)
    endforeach()
    slosh_precompile(${name})
    if(panel)
        target_link_libraries(${name} PUBLIC imgui)
    endif()
endfunction()

function(slosh_add_web_module flavour family gpu panel)
    set(name slosh-${flavour}-${family}${gpu}${panel})
    string(REPLACE "-" "_" app "slosh_app${panel}")
    add_executable(${name})
    set(features ${slosh_features_${family}})
    if(gpu)
        list(APPEND features gpu)
    endif()
    if(panel)
        list(APPEND features panel)
    else()
        list(REMOVE_ITEM features "" ${slosh_features_of_panel_${family}})
    endif()
    if(panel OR bodies IN_LIST features)
        list(APPEND features visible_bodies)
    endif()
    foreach(feature IN LISTS slosh_all_features slosh_module_features)
        set(choice without)
        if(feature IN_LIST features)
            set(choice with)
        endif()
        if(TARGET slosh_${choice}_${feature})
            target_sources(${name} PRIVATE $<TARGET_OBJECTS:slosh_${choice}_${feature}>)
        endif()
    endforeach()
    if(gpu)
        target_link_libraries(${name} PRIVATE ${app} ${app}_gpu slosh_gpu_${family})
        target_link_options(${name} PRIVATE ${slosh_web_link} ${slosh_web_link_${flavour}} ${slosh_web_link_gpu})
    else()
        target_link_libraries(${name} PRIVATE ${app} ${app}_cpu slosh_sim_${family})
        target_link_options(${name} PRIVATE ${slosh_web_link} ${slosh_web_link_${flavour}})
    endif()
    set_target_properties(${name} PROPERTIES SUFFIX .js LINKER_LANGUAGE CXX RUNTIME_OUTPUT_DIRECTORY "${SLOSH_DIST}")
    list(APPEND slosh_web_modules ${name})
    set(slosh_web_modules "${slosh_web_modules}" PARENT_SCOPE)
endfunction()

set(slosh_web_modules)
slosh_globs(app_sources "src/app/web/exports.cpp")
slosh_globs(render_sources "src/render/*.cpp" "src/render/*/*.cpp")
list(REMOVE_ITEM render_sources ${slosh_optional_sources})
if(app_sources AND render_sources)
    slosh_add_imgui()
    add_library(slosh_render STATIC ${render_sources})
    target_link_libraries(slosh_render PUBLIC slosh_parts slosh_shaders)
    target_compile_options(slosh_render PRIVATE -Oz)
    slosh_precompile(slosh_render)
    if(SLOSH_GL_CHECKS)
        target_compile_definitions(slosh_render PUBLIC SLOSH_GL_CHECKS=1)
    endif()
    # Compiled once each; a module links the sources with or without each feature.
    foreach(feature IN LISTS slosh_all_features slosh_module_features)
        foreach(choice IN ITEMS with without)
            if(slosh_sources_${choice}_${feature})
                add_library(slosh_${choice}_${feature} OBJECT ${slosh_sources_${choice}_${feature}})
                target_compile_options(slosh_${choice}_${feature} PRIVATE -Oz)
                target_link_libraries(slosh_${choice}_${feature} PRIVATE slosh_render)
                slosh_unite(slosh_${choice}_${feature})
            endif()
        endforeach()
    endforeach()
    slosh_add_app(slosh_app 0)
    slosh_add_app(slosh_app_panel 1)
    foreach(family IN LISTS slosh_families)
        slosh_add_sim(${family})
        set(gpus "-cpu")
        if(family IN_LIST slosh_gpu_families)
            slosh_add_gpu(${family})
            list(APPEND gpus -gpu)
        endif()
        foreach(flavour IN ITEMS threads serial)
            foreach(gpu IN LISTS gpus)
                string(REPLACE "-cpu" "" gpu "${gpu}")
                slosh_add_web_module(${flavour} ${family} "${gpu}" "")
                slosh_add_web_module(${flavour} ${family} "${gpu}" -panel)
            endforeach()
        endforeach()
    endforeach()
else()
    message(STATUS "src/app/web/exports.cpp or src/render/*.cpp is missing: no web modules")
endif()

# `dist`: the static site. `dist_brief`: the same without the modules that no brief test of the browsers loads.
add_custom_target(site
    COMMAND sh -c "mkdir -p \"$(dirname \"$2\")\" && node \"$1\" catalog > \"$2.new\" && mv \"$2.new\" \"$2\"" sh
            "${CMAKE_BINARY_DIR}/describe.mjs" "${SLOSH_DIST}/catalog.js"
    COMMAND node "${CMAKE_SOURCE_DIR}/tools/site.mjs" "${CMAKE_SOURCE_DIR}/web" "${SLOSH_DIST}" ${slosh_web_modules}
    VERBATIM)
add_dependencies(site describe)
add_custom_target(dist)
add_dependencies(dist site ${slosh_web_modules})
set(brief_modules ${slosh_web_modules})
list(FILTER brief_modules EXCLUDE REGEX "serial-(mueller|pcisph|sph-3d)|(mueller|pcisph|sph|flip)-panel|-gpu")
add_custom_target(dist_brief)
add_dependencies(dist_brief site ${brief_modules})
