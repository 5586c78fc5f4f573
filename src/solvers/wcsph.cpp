#include "solvers/wcsph.h"

#include "base/check.h"
#include "fluid/mirror.h"
#include "fluid/near_walls.h"
#include "solvers/measure.h"
#include "solvers/solvers.h"
#include "solvers/sph_bodies.h"
#include "solvers/wcsph_kernels.h"

namespace slosh {

void WcsphDef::visit(Visitor& v) {
    constexpr Scale log = Scale::logarithmic;
    v({"particles", "", "How many particles; the smoothing shrinks so that the fluid stays the same.", 1, 1e6f, log,
       true},
      particles);
    v({"substeps", "", "Sub-steps in a display step of 1/60 s; 0 lets the solver choose.", 0, 512}, substeps);
    v({"smoothing", "", "Support of the kernel in particle spacings: more neighbours, smoother and slower.", 2, 4,
       Scale::linear, true},
      smoothing);
    v({"rest-density", "kg/m3", "Density of the fluid at rest.", 1, 20000, log}, rest_density);
    v({"sound-speed", "m/s", "Speed of sound: ten times the fastest flow keeps the density within 1 %.", 0.1f, 1000,
       log},
      sound_speed);
    v({"equation", "", "Pressure from density: linear, or Tait's with its exponent 7."}, equation, equations);
    v({"tension", "", "Let pressure pull where the density is below rest; it clumps at free surfaces."}, tension);
    v({"viscosity", "m2/s", "Kinematic viscosity: water 1e-6, honey 0.005.", 0, 10}, viscosity);
    v({"artificial-viscosity", "", "Monaghan's: damps what approaches, and so keeps shocks and noise down.", 0, 1},
      artificial_viscosity);
    v({"bulk-viscosity", "", "Damps sound: the share of c h in the viscosity of compression.", 0, 0.5f},
      bulk_viscosity);
    v({"integrator", "", "leapfrog keeps the energy; euler is there to show why not."}, integrator, integrators);
    v({"cfl", "", "Sub-steps so short that sound crosses at most this share of the support h.", 0.05f, 1}, cfl);
    v({"walls", "", "mirror: walls reflect the fluid before them. spring: a penalty on the depth of penetration."},
      walls, wall_models);
    v({"wall-drag", "", "How much walls hold back what slides along them: 0 slips, 1 sticks.", 0, 1}, wall_drag);
    v({"wall-stiffness", "1/s2", "Of the penalty spring.", 0, 1e6f}, wall_stiffness);
    v({"wall-damping", "1/s", "Of the penalty spring.", 0, 1000}, wall_damping);
    v({"search", "", "Neighbours by dense cells over the container, or by a spatial hash without bounds."}, search,
      searches);
}

namespace {

using sph::cheap_block;

float pressure_of(const WcsphDef& def, float ratio) {
    const float scale = def.rest_density * def.sound_speed * def.sound_speed;
    float p = scale * (ratio - 1);
    if (def.equation == WcsphDef::tait) {
        const float r2 = ratio * ratio, r4 = r2 * r2;
        p = scale / 7 * (r4 * r2 * ratio - 1);
    }
    return def.tension ? p : std::max(p, 0.0f);
}

// The volume of a particle that makes the density of a filled lattice exactly that at rest.
template <int D>
float lattice_volume(float spacing, float h) {
    const auto w = [&](float n) { return CubicSpline<D>::w(splat(spacing * __builtin_sqrtf(n) / h))[0]; };
    return 1 / (sph::lattice_sum<D>(spacing, h, w) * CubicSpline<D>(h).scale);
}

template <int D>
class Wcsph final : public Solver {
public:
    Wcsph(const WcsphDef& def, const Domain& domain, const Filling& start, Jobs& jobs)
        : def_(def), domain_(domain), jobs_(jobs) {
        front_.start_from(start);
        back_.resize(front_.count);
        spacing_ = sph::mean_spacing<D>(fluid_volume(domain), front_.count);
        h_ = sph::support_within<D>(domain.walls, def.smoothing * spacing_);
        volume_at_rest_ = lattice_volume<D>(spacing_, h_);
        integrals_ = WallIntegrals(D, h_);
        bodies_ = sph::BodyCoupling<D>(domain, spacing_, h_);
        for (Padded<float>* a : {&density_, &pressure_, &volume_, &pressure_volume_}) a->assign(front_.count);
        for (auto& a : force_) a.assign(front_.count);
        density_sums_.resize(front_.count);
        force_sums_.resize(front_.count);
    }

    void step(float dt, std::span<const Stir> stirs, const Motion& container) override {
        profile_.begin_step();
        container_ = container;
        offset_ = container.offset;
        if (!begun_) find_forces();
        begun_ = true;
        substeps_ = substeps_for(dt);
        const float sub_dt = dt / static_cast<float>(substeps_);
        sub_dt_ = sub_dt;
        const bool leapfrog = def_.integrator == WcsphDef::leapfrog;
        for (int s = 1; s <= substeps_; ++s) {
            sph::follow_hands(front_, stirs, sub_dt, jobs_);
            offset_ = container.offset + container.velocity * (sub_dt * static_cast<float>(s));
            if (leapfrog) kick(0.5f * sub_dt);
            drift(sub_dt);
            if (!leapfrog) kick(sub_dt);
            find_forces();
            if (leapfrog) kick(0.5f * sub_dt);
        }
    }

    void retune(const SolverDef& def, const Domain& domain) override {
        const WcsphDef& wanted = std::get<WcsphDef>(def);
        def_ = wanted;
        domain_.gravity = domain.gravity;
    }

    Particles particles() const override {
        Particles p = front_.view();
        p.density = density_.view(), p.pressure = pressure_.view();
        p.bodies = bodies_.view();
        p.radius = spacing_ / 2;
        p.rest_density = def_.rest_density;
        p.support = h_;
        p.masses.fill(mass());
        return p;
    }

    Stats stats() const override {
        Stats stats = measure(
            particles(), [](uint8_t) { return 1.0f; }, jobs_);
        stats.kinetic_energy *= static_cast<double>(mass());
        stats.substeps = substeps_;
        measure_bodies(bodies_.view(), stats);
        return stats;
    }

    SetResult drop(const BodyDef& def) override {
        begun_ = false;
        return bodies_.drop(def, offset_);
    }
    void hold(std::span<const Grab> grabs) override { bodies_.hold(grabs); }

    const Profile& profile() const override { return profile_; }

private:
    float mass() const { return def_.rest_density * volume_at_rest_; }

    // dt <= cfl h / (c + |v|max), and what the viscosity bears.
    int substeps_for(float dt) const {
        if (def_.substeps > 0) return def_.substeps;
        const float pull = sph::pull_of(domain_.gravity, dt);
        const float fastest = std::max(sph::max_speed(front_), bodies_.max_speed());
        const float by_sound = dt * (def_.sound_speed + fastest + pull) / (def_.cfl * h_);
        const float by_drag = dt * def_.viscosity / (0.1f * h_ * h_);
        return sph::whole_substeps(std::max(by_sound, by_drag));
    }

    // v += (F / m + g) dt
    void kick(float dt) {
        const auto scope = profile_.scope("kick");
        const float per_mass = dt / mass();
        jobs_.for_range(front_.count, cheap_block, [&](int begin, int end) {
            for (int d = 0; d < D; ++d)
                for (int i = begin; i < end; i += lanes)
                    store(&front_.v[d][i],
                          load(&front_.v[d][i]) + (load(&force_[d][i]) * per_mass + domain_.gravity[d] * dt));
        });
        bodies_.kick(dt, domain_.gravity);
    }

    // x += v dt, inside the walls.
    void drift(float dt) {
        const auto scope = profile_.scope("drift");
        jobs_.for_range(front_.count, cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                float x[D], v[D];
                for (int d = 0; d < D; ++d) v[d] = front_.v[d][i], x[d] = front_.x[d][i] + v[d] * dt;
                // Each a hair's breadth from the wall: what a corner squeezes into one point must come apart again.
                const float inset = spacing_ * 1e-3f * (1 + static_cast<float>(front_.id[i] & 1023) * 0x1p-10f);
                if (def_.walls == WcsphDef::mirror) reflect_inside<D>(domain_.walls, container_, offset_, inset, x, v);
                else keep_inside<D>(domain_.walls, container_, offset_, inset, x, v);
                for (int d = 0; d < D; ++d) front_.x[d][i] = x[d], front_.v[d][i] = v[d];
            }
        });
        if (!bodies_.empty()) bodies_.move(dt, offset_ - container_.velocity * dt, container_.velocity, front_, jobs_);
        front_.pad();
    }

    void find_forces() {
        if (def_.search == WcsphDef::hash) find_forces_by(hash_cells_);
        else find_forces_by(cells_);
    }

    template <class AnyCells>
    void find_forces_by(AnyCells& cells) {
        {
            const auto scope = profile_.scope("sort");
            sph::sort<D>(cells, domain_.walls, offset_, h_, front_, back_, jobs_);
        }
        find_density(cells);
        find_pressure_and_drag(cells);
    }

    template <class AnyCells>
    void find_density(const AnyCells& cells) {
        const auto scope = profile_.scope("density");
        const CubicSpline<D> spline(h_);
        const float self = sph::meets_itself<D, AnyCells> ? 0 : CubicSpline<D>::w(Float4{})[0];
        if constexpr (!sph::meets_itself<D, AnyCells>) strips_.cut(cells, sph::neighbour_block);
        const wcsph::DensityKernel<D> kernel{front_.x[0].data(), front_.x[1].data(), front_.x[D - 1].data(), 1 / h_};
        const bool mirrors = def_.walls == WcsphDef::mirror;
        const float rate = begun_ ? def_.bulk_viscosity * def_.rest_density * def_.sound_speed * h_ / sub_dt_ : 0;
        const float least = def_.tension ? -1e30f : 0;
        const float* sums = density_sums_.kept(0);
        sph::walk<D>(cells, strips_, kernel, density_sums_, front_, jobs_, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                float around[1] = {sums[i] + self};
                if (mirrors)
                    for_images<D>(domain_.walls, offset_, h_, front_.at(i).value, [&](const auto&, const auto& image) {
                        typename wcsph::DensityKernel<D>::Centre centre{splat(image[0]), splat(image[1]),
                                                                        splat(image[D - 1])};
                        sph::look_around<D>(cells, kernel, image, centre, around);
                    });
                float ratio = around[0] * spline.scale * volume_at_rest_;
                if (!bodies_.empty()) ratio += bodies_.share_at(front_, i);
                density_[i] = def_.rest_density * ratio;
                const float squeeze = (ratio - front_.ratio[i]) * rate;
                front_.ratio[i] = ratio;
                pressure_[i] = std::max(pressure_of(def_, ratio) + squeeze, least);
                volume_[i] = volume_at_rest_ / ratio;
                pressure_volume_[i] = pressure_[i] * volume_[i] * volume_[i];
            }
        });
    }

    template <class AnyCells>
    void find_pressure_and_drag(const AnyCells& cells) {
        const auto scope = profile_.scope("forces");
        const CubicSpline<D> spline(h_);
        const float rho = def_.rest_density, drag = 2 * rho * def_.viscosity;
        // What sticks to a wall feels the whole viscosity; Monaghan's is worth alpha c h / 16 for a support h.
        const float wall_drag = drag + rho * def_.artificial_viscosity * def_.sound_speed * h_ / 8;
        const wcsph::ForceKernel<D> kernel{front_.x[0].data(),
                                           front_.x[1].data(),
                                           front_.x[D - 1].data(),
                                           front_.v[0].data(),
                                           front_.v[1].data(),
                                           front_.v[D - 1].data(),
                                           volume_.data(),
                                           pressure_volume_.data(),
                                           1 / h_,
                                           0.01f * h_ * h_,
                                           drag,
                                           rho * def_.artificial_viscosity * def_.sound_speed * h_};
        const sph::FluidView<D> fluid{front_.x, front_.v, volume_.data(),    pressure_.data(),
                                      rho,      drag,     kernel.artificial, domain_.gravity};
        const bool mirrors = def_.walls == WcsphDef::mirror;
        const bool pushes = !mirrors || def_.wall_drag > 0;
        sph::walk<D>(cells, strips_, kernel, force_sums_, front_, jobs_, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                float push[D] = {}, sums[D];
                if (pushes) push_of_walls(i, wall_drag, push);
                if (!bodies_.empty()) bodies_.push_particle(fluid, i, push);
                for (int d = 0; d < D; ++d) sums[d] = force_sums_.kept(d)[i];
                if (mirrors) meet_images(cells, kernel, i, sums);
                for (int d = 0; d < D; ++d) force_[d][i] = sums[d] * spline.slope_scale + push[d];
            }
        });
        if (!bodies_.empty()) bodies_.push_bodies(fluid, cells, jobs_);
    }

    // Particle i and its neighbours' images, from where its own image is.
    template <class AnyCells>
    void meet_images(const AnyCells& cells, const wcsph::ForceKernel<D>& kernel, int i, float (&sums)[D]) const {
        for_images<D>(
            domain_.walls, offset_, h_, front_.at(i).value, [&](const Mirror<D>& mirror, const float(&image)[D]) {
                float v[D], force[D] = {};
                for (int d = 0; d < D; ++d) v[d] = front_.v[d][i] - container_.velocity[d];
                mirror.reflect(v);
                typename wcsph::ForceKernel<D>::Centre centre = kernel.centre(i);
                centre.x = splat(image[0]), centre.y = splat(image[1]);
                centre.vx = splat(v[0] + container_.velocity[0]), centre.vy = splat(v[1] + container_.velocity[1]);
                if constexpr (D == 3) centre.z = splat(image[2]), centre.vz = splat(v[2] + container_.velocity[2]);
                sph::look_around<D>(cells, kernel, image, centre, force);
                mirror.reflect(force);
                for (int d = 0; d < D; ++d) sums[d] += force[d];
            });
    }

    NearWalls<D> felt(int i) const { return near_walls<D>(domain_.walls, offset_, integrals_, front_.at(i).value); }

    void push_of_walls(int i, float drag, float (&push)[D]) const {
        const NearWalls<D> wall = felt(i);
        float v[D];
        for (int d = 0; d < D; ++d) push[d] = 0, v[d] = front_.v[d][i] - container_.velocity[d];
        if (wall.gap >= h_) return;
        float out = 0;
        for (int d = 0; d < D; ++d) out += v[d] * wall.normal[d];
        if (def_.walls == WcsphDef::spring) {
            // From half a spacing away, where a first layer belongs.
            const float depth = 0.5f * spacing_ - wall.gap;
            const float back = depth > 0 ? mass() * (def_.wall_stiffness * depth + def_.wall_damping * out) : 0;
            for (int d = 0; d < D; ++d) push[d] = -std::max(back, 0.0f) * wall.normal[d];
        }
        // Only motion along the wall; the wall's own velocity is that of the fluid behind it.
        for (int d = 0; d < D; ++d)
            push[d] += def_.wall_drag * volume_[i] * drag * wall.drag[d] * (v[d] - out * wall.normal[d]);
    }

    WcsphDef def_;
    Domain domain_;
    Jobs& jobs_;
    float spacing_ = 1, h_ = 1, volume_at_rest_ = 1;
    WallIntegrals integrals_;
    sph::BodyCoupling<D> bodies_;
    bool begun_ = false;
    int substeps_ = 1;
    float sub_dt_ = 1;
    Motion container_;
    glm::vec3 offset_{0, 0, 0};  // of the container at the present sub-step
    sph::Arrays<D> front_, back_;
    Padded<float> density_, pressure_, pressure_volume_, volume_, force_[D];
    PairSums<1> density_sums_;
    PairSums<D> force_sums_;
    Strips strips_;
    Cells cells_;
    HashCells hash_cells_;
    mutable Profile profile_;
};

}  // namespace

std::unique_ptr<Solver> make_wcsph(const WcsphDef& def, const Domain& domain, const Filling& start, Jobs& jobs) {
    CHECK(domain.dimensions == 2 || domain.dimensions == 3, "SPH lives in 2 or 3 dimensions");
    if (domain.dimensions == 2) return std::make_unique<Wcsph<2>>(def, domain, start, jobs);
    return std::make_unique<Wcsph<3>>(def, domain, start, jobs);
}

}  // namespace slosh
