// The mirror images of a particle behind the walls, of which image 0 is the particle itself. for_ghosts and MirrorWall in
// src/sph/mirror_walls.h.
struct Image {
    at: vec3f,
    sign: vec3f,
    normal: vec3f,  // of a curved wall, else 0
    stretch: f32,
}

// The walls within the cutoff, as bits; one image for each subset of them.
fn walls_near(x: vec3f, cutoff: f32) -> u32 {
    if (params.mirrors == 0u) {
        return 0u;
    }
    let from_centre = x - params.centre;
    if (params.is_round != 0u) {
        let r = length(from_centre);
        return select(0u, 1u, params.half_size.x - r < cutoff && r > 0.0);
    }
    let near = params.half_size - abs(from_centre) < vec3f(cutoff);
    return dot(vec3u(near), vec3u(1u, 2u, 4u));
}

fn image_of(x: vec3f, walls: u32) -> Image {
    let from_centre = x - params.centre;
    if (params.is_round != 0u && walls != 0u) {
        let r = length(from_centre);
        let normal = from_centre / r;
        return Image(x + 2.0 * (params.half_size.x - r) * normal, vec3f(1.0), normal, 2.0 * params.half_size.x / r - 1.0);
    }
    let flip = (vec3u(walls) & vec3u(1u, 2u, 4u)) != vec3u(0u);
    let side = select(vec3f(1.0), vec3f(-1.0), from_centre < vec3f(0.0));
    let behind = x + 2.0 * (params.half_size - from_centre * side) * side;
    return Image(select(x, behind, flip), select(vec3f(1.0), vec3f(-1.0), flip), vec3f(0.0), 1.0);
}

fn reflect_vector(image: Image, v: vec3f) -> vec3f {
    return v * image.sign - 2.0 * dot(v, image.normal) * image.normal;
}
// Relative to the walls.
fn reflect_velocity(image: Image, v: vec3f) -> vec3f {
    let u = reflect_vector(image, v);
    return image.stretch * u + (1.0 - image.stretch) * dot(u, image.normal) * image.normal;
}
