# The solvers on the GPU (WebGPU compute): the library slosh_gpu_parts, and programs that run under node with npm `webgpu`
# (tools/gpu_device.mjs makes their device). They wait for the GPU, which needs ASYNCIFY.
file(GLOB gpu_sources CONFIGURE_DEPENDS src/gpu/*.cpp src/gpu/sph/*.cpp src/gpu/flip/*.cpp)
add_library(slosh_gpu_parts STATIC ${gpu_sources})
target_link_libraries(slosh_gpu_parts PUBLIC slosh_parts slosh_shaders)
target_compile_options(slosh_gpu_parts PRIVATE -Os)
slosh_precompile(slosh_gpu_parts)

# slosh_gpu_FAMILY, slosh_gpu_all: with the list of solvers of one family or of all, as slosh_sim_FAMILY.
function(slosh_add_gpu family)
    add_library(slosh_gpu_${family} STATIC src/gpu/solvers/gpu_solvers.cpp)
    target_link_libraries(slosh_gpu_${family} PUBLIC slosh_gpu_parts slosh_sim_${family})
    target_include_directories(slosh_gpu_${family} PRIVATE "${CMAKE_BINARY_DIR}/generated/${family}")
    target_compile_options(slosh_gpu_${family} PRIVATE -Os)
endfunction()
slosh_add_gpu(all)

set(slosh_gpu_program gpu -sUSE_WEBGPU -sASYNCIFY -sASYNCIFY_STACK_SIZE=65536)

# slosh_gpu: the command line with `--device gpu`.
add_executable(slosh_gpu tools/slosh.cpp tools/device_run_gpu.cpp src/base/docs.cpp)
target_link_libraries(slosh_gpu PRIVATE slosh_gpu_all slosh_tools)
slosh_node_program(slosh_gpu ${slosh_gpu_program})

add_executable(slosh_gpu_bench EXCLUDE_FROM_ALL tools/gpu_bench.cpp src/base/docs.cpp)
target_link_libraries(slosh_gpu_bench PRIVATE slosh_gpu_all slosh_tools)
slosh_node_program(slosh_gpu_bench ${slosh_gpu_program})

file(GLOB gpu_tests CONFIGURE_DEPENDS tests/gpu/*_test.cpp)
if(gpu_tests AND TARGET gtest)
    add_executable(slosh_gpu_tests EXCLUDE_FROM_ALL ${gpu_tests} src/base/docs.cpp)
    target_link_libraries(slosh_gpu_tests PRIVATE slosh_gpu_all slosh_tools gtest)
    target_include_directories(slosh_gpu_tests PRIVATE tests)
    slosh_unite(slosh_gpu_tests)
    slosh_node_program(slosh_gpu_tests ${slosh_gpu_program})
endif()
