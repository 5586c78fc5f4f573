// The command line: `slosh list` and `slosh run`. The native program and the wasm program (under node) have the same
// source, arguments, output and hashes.
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "analysis/conserved_quantities.h"
#include "analysis/stats.h"
#include "base/json_writer.h"
#include "csv.h"
#include "device_run.h"
#include "foam/foam_step.h"
#include "listing.h"
#include "settings/energy_guard.h"
#include "settings/settings.h"

namespace slosh {
namespace {

struct RunOptions {
    std::string_view scene;
    int steps = 60;          // display steps of 1/60 s, 0 to 1e7
    int threads = 1;         // 1 to 64
    int every = 0;           // prints every so many steps; 0: only at the end
    std::string init, dump;  // paths of CSV files, or empty
    bool json = false;
};

// Prints the message and exits.
[[noreturn]] void fail(std::string message, int status = 2) {
    for (char& c : message)
        if (static_cast<unsigned char>(c) < 32) c = '?';  // control characters: the message is one line
    std::fprintf(stderr, "slosh: %s\n", message.c_str());
    std::exit(status);
}

// The value of an option, or fail().
float number_in(const std::string& option, const char* text, float lo, float hi) {
    float value;
    if (!parse_number(text, value) || value < lo || value > hi)
        fail(option + ": \"" + std::string(text).substr(0, 40) + "\" is not a number in " + format_number(lo) + ".." +
             format_number(hi));
    return value;
}

int whole_in(const std::string& option, const char* text, float lo, float hi) {
    const float value = number_in(option, text, lo, hi);
    if (value != static_cast<float>(static_cast<int>(value))) fail(option + ": \"" + text + "\" is not a whole number");
    return static_cast<int>(value);
}

void set_or_fail(Settings& settings, std::string_view key, std::string_view text) {
    const SetResult result = set_param(settings, key, text);
    if (result.status == SetResult::ok) return;
    // The page clamps a value out of range and uses it; the command line refuses it.
    std::string message = result.message;
    if (result.status == SetResult::clamped) message.resize(message.rfind(", using "));
    if (message.starts_with("unknown key")) fail("--set: " + message + "; the keys are in `slosh list`");
    fail("--set " + message);
}

// Settings of the scene, or fail() with the list of scenes.
Settings find_settings(std::string_view name) {
    constexpr ProgramLimits limits{.particles = 2'000'000};
    if (const Scene* scene = find_scene(name)) return Settings::of(*scene, limits);
    fail("unknown scene \"" + std::string(name).substr(0, 40) + "\"; known: " + all_scene_names());
}

RunOptions read_run(int argc, char** argv, Settings& settings) {
    if (argc < 3 || argv[2][0] == '-') fail("run: expected a scene; see `slosh list`");
    RunOptions options;
    options.scene = argv[2];
    settings = find_settings(options.scene);
    std::string length;  // the option that has set it
    for (int i = 3; i < argc; ++i) {
        const std::string option = argv[i];
        if (option == "--json") {
            options.json = true;
            continue;
        }
        constexpr std::string_view with_value[] = {"--steps", "--seconds", "--threads", "--seed",  "--set",
                                                   "--every", "--init",    "--dump",    "--device"};
        if (std::find(std::begin(with_value), std::end(with_value), option) == std::end(with_value))
            fail("unknown option \"" + option.substr(0, 40) +
                 "\"; expected --steps, --seconds, --threads, --seed, --set, --device, --every, --init, --dump or "
                 "--json");
        if (++i == argc) fail(option + ": expected a value");
        const char* value = argv[i];
        if (option == "--steps" || option == "--seconds") {
            if (!length.empty() && length != option) fail(option + ": the length is set by " + length + ", too");
            length = option;
        }
        if (option == "--steps") options.steps = whole_in(option, value, 0, 1e7f);
        else if (option == "--seconds") options.steps = static_cast<int>(number_in(option, value, 0, 1e5f) * 60 + 0.5f);
        else if (option == "--threads") options.threads = whole_in(option, value, 1, 64);
        else if (option == "--seed") set_or_fail(settings, "seed", value);
        else if (option == "--device") set_or_fail(settings, "device", value);
        else if (option == "--every") options.every = whole_in(option, value, 1, 1e7f);
        else if (option == "--init") options.init = value;
        else if (option == "--dump") options.dump = value;
        else {
            const char* equals = std::strchr(value, '=');
            if (!equals) fail("--set: expected key=value, got \"" + std::string(value).substr(0, 40) + "\"");
            set_or_fail(settings, std::string_view(value, static_cast<size_t>(equals - value)), equals + 1);
        }
    }
    return options;
}

std::string fixed4(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.4f", value);
    return text;
}

std::string hash_text(const ParticleView& p) {
    char text[20];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(state_hash(p)));
    return text;
}

void print_step(const Solver& solver, int step, double ms, const DiffuseParticles* diffuse) {
    const Stats s = solver.stats();
    char iterations[40] = "", foam[100] = "";
    if (s.iterations > 0)
        std::snprintf(iterations, sizeof iterations, " of %.2f iterations", static_cast<double>(s.iterations));
    if (diffuse) {
        const std::array<int, 3> n = count_kinds(diffuse->view());
        std::snprintf(foam, sizeof foam, "  spray %d foam %d bubbles %d", n[0], n[1], n[2]);
    }
    std::printf(
        "step %d  t %.3f s  %d particles  %d sub-steps%s  %.3f ms  kinetic %.6g  density error %.4f  max speed %.4g  "
        "hash %s%s\n",
        step, step / 60.0, s.particles, s.substeps, iterations, ms, s.kinetic_energy,
        static_cast<double>(s.mean_density_error), static_cast<double>(s.max_speed),
        hash_text(solver.particles()).c_str(), foam);
}

std::string mean_of(std::span<const float> values) {
    double sum = 0;
    for (const float v : values) sum += static_cast<double>(v);
    return write_number(sum / static_cast<double>(std::max<size_t>(values.size(), 1)), 9);
}

JsonWriter step_json(const Solver& solver, int step, double ms, const DiffuseParticles* diffuse, Jobs& jobs) {
    const Stats s = solver.stats();
    const ParticleView p = solver.particles();
    const auto point = [&](glm::vec3 v) {
        std::string text = "[" + format_number(v.x) + "," + format_number(v.y);
        if (p.dimensions == 3) text += "," + format_number(v.z);
        return text + "]";
    };
    JsonWriter json;
    json.number("step", step).number("time", step / 60.0);
    json.number("particles", s.particles).number("substeps", s.substeps);
    if (s.iterations > 0) json.raw("iterations", write_number(static_cast<double>(s.iterations), 6));
    json.raw("ms", fixed4(ms)).number("kinetic_energy", s.kinetic_energy);
    json.number("mean_density_error", static_cast<double>(s.mean_density_error));
    json.number("mean_compression", static_cast<double>(s.mean_compression));
    json.number("max_speed", static_cast<double>(s.max_speed));
    json.number("volume", measure_conserved(p, jobs).volume);
    json.raw("centre", "[" + mean_of(p.x) + "," + mean_of(p.y) + (p.dimensions == 3 ? "," + mean_of(p.z) : "") + "]");
    json.raw("bounds", "[" + point(s.lo) + "," + point(s.hi) + "]").text("hash", hash_text(p));
    if (diffuse) {
        const std::array<int, 3> n = count_kinds(diffuse->view());
        json.number("spray", n[0]).number("foam", n[1]).number("bubbles", n[2]);
    }
    return json;
}

void add_timing(JsonWriter& json, std::vector<double> ms, const std::vector<StageTime>& stages, int steps) {
    if (ms.empty()) return;
    std::sort(ms.begin(), ms.end());
    const auto at = [&](double quantile) {
        return fixed4(ms[static_cast<size_t>(quantile * static_cast<double>(ms.size() - 1))]);
    };
    json.raw("ms_per_step", JsonWriter().raw("min", at(0)).raw("median", at(0.5)).raw("p95", at(0.95)).end());
    JsonWriter times;
    for (const StageTime& stage : stages) times.raw(stage.name, fixed4(stage.ms / steps));
    json.raw("stages", times.end());
}

void add_stage(std::vector<StageTime>& to, const StageTime& stage) {
    auto same = std::find_if(to.begin(), to.end(), [&](const StageTime& p) { return p.name == stage.name; });
    if (same == to.end()) to.push_back(stage);
    else same->ms += stage.ms;
}

// Bodies start anew if the file does not have them. Of SPH, fluid inside one, by more than a particle that flows along
// it, would burst out; on a grid it is pushed out without pressure. A message, or "".
std::string find_buried(const InitialParticles& start, const Solver& solver) {
    const ParticleView p = solver.particles();
    if (solver.method() == FlipDef::name) return "";
    const float max_depth = 1.5f * p.radius;
    for (size_t i = 0; i < start.position.size(); ++i)
        for (size_t b = 0; b < p.bodies.size(); ++b) {
            glm::vec3 outwards;
            const Body& body = p.bodies[b];
            if (body.distance(body.to_local(start.position[i]), p.dimensions, outwards) < -max_depth)
                return "particle " + std::to_string(i) + " lies inside body " + std::to_string(b) +
                       ": bodies start anew, in the places of the scene, unless the file has lines \"# body\" with "
                       "theirs, as a --dump does";
        }
    return "";
}

int run(int argc, char** argv) {
    Settings settings;
    const RunOptions options = read_run(argc, argv, settings);
    InitialParticles start;
    if (!options.init.empty()) {
        Domain& domain = settings.scene.domain;
        const std::string problem = read_csv(options.init, domain, settings.scene.solver.kinds(), start, domain.bodies);
        if (!problem.empty()) fail(problem);
    }
    const Scene& scene = settings.scene;
    Jobs jobs(options.threads);
    std::unique_ptr<DiffuseParticles> diffuse;
    if (scene.diffuse.budget > 0) diffuse = std::make_unique<DiffuseParticles>();
    std::string problem;
    const std::unique_ptr<Solver> solver =
        make_solver_on_device(settings, jobs, options.init.empty() ? nullptr : &start, problem);
    if (!solver) fail("device: " + problem);
    if (const std::string buried = find_buried(start, *solver); !buried.empty()) fail(options.init + ": " + buried);

    EnergyGuard energy_guard;
    energy_guard.start(scene);
    std::vector<double> ms;
    std::vector<StageTime> stages;  // summed over the run
    for (int step = 1; step <= options.steps; ++step) {
        solver->set_runaway_speed(energy_guard.begin_step(*solver, {.gravity = scene.domain.gravity}, jobs));
        const auto begin = Profile::Clock::now();
        solver->step(1.0f / 60, {}, {});
        if (const std::string lost = wait_for_device(); !lost.empty())
            fail("device: at step " + std::to_string(step) + ": " + lost, 1);
        ms.push_back(Profile::milliseconds_since(begin));
        for (const StageTime& stage : solver->profile().stages()) add_stage(stages, stage);
        if (const Instability instability = energy_guard.end_step(solver->particles(), jobs))
            fail("run: the simulation became unstable at step " + std::to_string(step) + ": " +
                     describe(instability, scene.unit) + "; " + suggest_remedy(settings),
                 1);
        if (diffuse) {
            const auto foam_begin = Profile::Clock::now();
            advance_foam(*diffuse, scene.diffuse, solver->particles(),
                         {.walls = scene.domain.walls, .gravity = scene.domain.gravity}, 1.0f / 60, jobs);
            add_stage(stages, {"foam", Profile::milliseconds_since(foam_begin)});
        }
        if (options.every && step % options.every == 0 && step != options.steps) {
            if (options.json) std::puts(step_json(*solver, step, ms.back(), diffuse.get(), jobs).end().c_str());
            else print_step(*solver, step, ms.back(), diffuse.get());
            std::fflush(stdout);  // also in a pipe
        }
    }
    const double last_ms = ms.empty() ? 0 : ms.back();
    if (options.json) {
        JsonWriter json = step_json(*solver, options.steps, last_ms, diffuse.get(), jobs);
        add_timing(json, ms, stages, options.steps);
        std::puts(json.end().c_str());
    } else {
        print_step(*solver, options.steps, last_ms, diffuse.get());
    }
    if (!options.dump.empty() && !write_csv(options.dump, solver->particles()))
        fail("--dump: cannot write " + options.dump + ": " + std::strerror(errno));
    return 0;
}

int list(int argc, char** argv) {
    bool json = false;
    for (int i = 2; i < argc; ++i) {
        if (std::string_view(argv[i]) != "--json")
            fail("list: unknown option \"" + std::string(argv[i]).substr(0, 40) + "\"; expected --json");
        json = true;
    }
    std::fputs((json ? list_json() : list_text()).c_str(), stdout);
    return 0;
}

// Flushes the output of a command and returns its exit status; fail() if the output cannot be written.
int finish(int status) {
    if (std::fflush(stdout) != 0 || std::ferror(stdout))
        fail(std::string("cannot write the output: ") + std::strerror(errno), 1);
    return status;
}

constexpr char usage[] =
    "usage: slosh list [--json]\n"
    "       slosh run SCENE [--steps N | --seconds S] [--threads T] [--seed K] [--set key=value]...\n"
    "                 [--device cpu|gpu] [--every M] [--init FILE.csv] [--dump FILE.csv] [--json]\n"
    "\n"
    "list prints the scenes, their parameters and the styles; run steps a scene.\n"
    "  --steps, --seconds  length of the run, in display steps of 1/60 s or in seconds\n"
    "  --every             prints a line after so many steps, and after the last\n"
    "  --init, --dump      particles at the start and at the end: CSV with x,y[,z][,vx,vy[,vz]][,kind] in a header;\n"
    "                      lines \"# body\" have the bodies; jets start anew\n"
    "  --json              a JSON object a line\n";
bool asks_for_help(std::string_view text) { return text == "--help" || text == "-h" || text == "help"; }

}  // namespace
}  // namespace slosh

int main(int argc, char** argv) {
    // A closed pipe ends the program quietly, also where the parent process ignores the signal.
    std::signal(SIGPIPE, SIG_DFL);
    const std::string_view command = argc > 1 ? argv[1] : "";
    if (slosh::asks_for_help(command) || std::any_of(argv + std::min(argc, 1), argv + argc, [](const char* argument) {
            return argument == std::string_view("--help") || argument == std::string_view("-h");
        })) {
        std::fputs(slosh::usage, stdout);
        return slosh::finish(0);
    }
    if (command == "list") return slosh::finish(slosh::list(argc, argv));
    if (command == "run") return slosh::finish(slosh::run(argc, argv));
    slosh::fail(command.empty()
                    ? "expected a command: list or run"
                    : "unknown command \"" + std::string(command).substr(0, 40) + "\"; expected list or run");
}
