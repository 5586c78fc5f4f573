// The device of `slosh run`: device_run_cpu.cpp in the program slosh, device_run_gpu.cpp in slosh_gpu.
#pragma once
#include <memory>
#include <string>

#include "base/jobs.h"
#include "settings/settings.h"

namespace slosh {

// Null, with the reason in `problem`, if the settings ask for a GPU that this program or machine does not have, or that
// does not support the scene. The device `auto` is the CPU.
std::unique_ptr<Solver> make_solver_on_device(const Settings&, Jobs&, const InitialParticles* start,
                                              std::string& problem);
// After a step: returns when the device has finished it. Not "" if the device has failed.
std::string wait_for_device();

}  // namespace slosh
