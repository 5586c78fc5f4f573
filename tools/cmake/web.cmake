# The modules of the page: {threads, serial} x {with panel, without}, one list of sources, into build/dist/.
function(slosh_globs out)
    list(TRANSFORM ARGN PREPEND "${CMAKE_SOURCE_DIR}/")
    file(GLOB files CONFIGURE_DEPENDS ${ARGN})
    set(${out} ${files} PARENT_SCOPE)
endfunction()

set(slosh_web_link
    -O3 --closure 1 --no-entry -sMODULARIZE -sEXPORT_ES6 -sENVIRONMENT=worker -sFILESYSTEM=0
    -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2
    -sGL_SUPPORT_AUTOMATIC_ENABLE_EXTENSIONS=0 -sGL_ENABLE_GET_PROC_ADDRESS=0
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
if(SLOSH_THREADS)
    set(slosh_web_flavour threads)
    list(APPEND slosh_web_link "-sPTHREAD_POOL_SIZE=Module['poolSize']" -sPTHREAD_POOL_SIZE_STRICT=2)
else()
    set(slosh_web_flavour serial)
endif()

function(slosh_add_web_module name panel)
    slosh_globs(sources "src/app/*.cpp")
    if(NOT panel)
        list(FILTER sources EXCLUDE REGEX "/panel[^/]*\\.cpp$")
    endif()
    add_executable(${name} ${sources})
    target_compile_definitions(${name} PRIVATE SLOSH_PANEL=${panel})
    target_compile_options(${name} PRIVATE -Oz)
    target_link_libraries(${name} PRIVATE slosh_render slosh_sim)
    if(panel)
        target_link_libraries(${name} PRIVATE imgui)
    endif()
    target_link_options(${name} PRIVATE ${slosh_web_link})
    set_target_properties(${name} PROPERTIES SUFFIX .mjs RUNTIME_OUTPUT_DIRECTORY "${SLOSH_DIST}")
endfunction()

set(slosh_web_modules slosh-${slosh_web_flavour} slosh-${slosh_web_flavour}-panel)
slosh_globs(app_sources "src/app/exports.cpp")
slosh_globs(render_sources "src/render/*.cpp")
if(app_sources AND render_sources)
    slosh_add_imgui()
    add_library(slosh_render STATIC ${render_sources})
    target_link_libraries(slosh_render PUBLIC slosh_sim slosh_shaders)
    target_compile_options(slosh_render PRIVATE -Oz)
    if(SLOSH_GL_CHECKS)
        target_compile_definitions(slosh_render PUBLIC SLOSH_GL_CHECKS=1)
    endif()
    slosh_add_web_module(slosh-${slosh_web_flavour} 0)
    slosh_add_web_module(slosh-${slosh_web_flavour}-panel 1)
else()
    message(STATUS "src/app/exports.cpp or src/render/*.cpp is missing: no web modules")
    set(slosh_web_modules)
endif()

# `dist`: the static site. Each web preset adds its two modules; both together make the whole.
add_custom_target(dist
    COMMAND "${CMAKE_COMMAND}" "-DFROM=${CMAKE_SOURCE_DIR}/web" "-DTO=${SLOSH_DIST}"
            -P "${CMAKE_SOURCE_DIR}/tools/cmake/site.cmake"
    VERBATIM)
if(slosh_web_modules)
    add_dependencies(dist ${slosh_web_modules})
endif()
if(TARGET describe)
    add_dependencies(dist describe)
    add_custom_command(TARGET dist POST_BUILD VERBATIM
        COMMAND sh -c "node \"$1\" catalog > \"$2.new\" && mv \"$2.new\" \"$2\"" sh
                "${CMAKE_BINARY_DIR}/describe.mjs" "${SLOSH_DIST}/catalog.js")
endif()
