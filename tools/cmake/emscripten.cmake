# Toolchain file of the web presets: finds the Emscripten on PATH, so that no preset names a folder.
find_program(SLOSH_EM_CONFIG em-config REQUIRED)
execute_process(COMMAND "${SLOSH_EM_CONFIG}" EMSCRIPTEN_ROOT OUTPUT_VARIABLE EMSCRIPTEN_ROOT_PATH
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
include("${EMSCRIPTEN_ROOT_PATH}/cmake/Modules/Platform/Emscripten.cmake")
