// The particles of a tank as bytes, for a page that stores them. Loaded when a state with particles is saved or restored.
//
// In: the numbers of src/app/state/saved_state.h. Bytes, little endian: the mark, four unsigned integers (dimensions, bodies, numbers
// per body, particles), the tilt and the largest component of a velocity as floats, the bodies as floats; then of all particles
// the positions as floats, the velocities as parts of that largest one in 16 bits, and the kinds. A particle has 13 bytes in 2D
// and 19 in 3D.

const mark = 0x31504c53; // "SLP1"
const version = 1;
const numbersPerBody = 23;
const header = { numbers: 6, bytes: 4 * 8 };
const full = 32767;

/** @param {Float32Array} numbers @returns {Uint8Array} */
export function packParticles(numbers) {
  const [, dimensions = 2, bodies = 0, count = 0, ...tilt] = numbers.subarray(0, header.numbers);
  const bodyNumbers = bodies * numbersPerBody;
  const first = header.numbers + bodyNumbers;
  const stride = 2 * dimensions + 1;
  let largest = 0;
  for (let i = 0; i < count; i++)
    for (let axis = 0; axis < dimensions; axis++) largest = Math.max(largest, Math.abs(numbers[first + i * stride + dimensions + axis] ?? 0));
  const bytes = new ArrayBuffer(header.bytes + 4 * (bodyNumbers + count * dimensions) + 2 * count * dimensions + count);
  new Uint32Array(bytes, 0, 5).set([mark, dimensions, bodies, numbersPerBody, count]);
  new Float32Array(bytes, 20, 3).set([...tilt, largest]);
  const floats = new Float32Array(bytes, header.bytes, bodyNumbers + count * dimensions);
  floats.set(numbers.subarray(header.numbers, first));
  const velocities = new Int16Array(bytes, header.bytes + floats.byteLength, count * dimensions);
  const kinds = new Uint8Array(bytes, header.bytes + floats.byteLength + velocities.byteLength, count);
  for (let i = 0; i < count; i++) {
    const at = first + i * stride;
    for (let axis = 0; axis < dimensions; axis++) {
      floats[bodyNumbers + i * dimensions + axis] = numbers[at + axis] ?? 0;
      velocities[i * dimensions + axis] = largest > 0 ? Math.round(((numbers[at + dimensions + axis] ?? 0) / largest) * full) : 0;
    }
    kinds[i] = numbers[at + 2 * dimensions] ?? 0;
  }
  return new Uint8Array(bytes);
}

/** @param {unknown} given bytes of packParticles() @returns {Float32Array | null} null: they are not */
export function unpackParticles(given) {
  if (!(given instanceof Uint8Array || given instanceof ArrayBuffer) || given.byteLength < header.bytes) return null;
  const bytes = new Uint8Array(given).slice().buffer; // aligned
  const [foundMark, dimensions = 0, bodies = 0, perBody, count = 0] = new Uint32Array(bytes, 0, 5);
  const bodyNumbers = bodies * numbersPerBody;
  const size = header.bytes + 4 * (bodyNumbers + count * dimensions) + 2 * count * dimensions + count;
  if (foundMark !== mark || perBody !== numbersPerBody || (dimensions !== 2 && dimensions !== 3) || size !== bytes.byteLength) return null;
  const [tiltX = 0, tiltZ = 0, largest = 0] = new Float32Array(bytes, 20, 3);
  const floats = new Float32Array(bytes, header.bytes, bodyNumbers + count * dimensions);
  const velocities = new Int16Array(bytes, header.bytes + floats.byteLength, count * dimensions);
  const kinds = new Uint8Array(bytes, header.bytes + floats.byteLength + velocities.byteLength, count);
  const stride = 2 * dimensions + 1;
  const first = header.numbers + bodyNumbers;
  const numbers = new Float32Array(first + count * stride);
  numbers.set([version, dimensions, bodies, count, tiltX, tiltZ]);
  numbers.set(floats.subarray(0, bodyNumbers), header.numbers);
  for (let i = 0; i < count; i++) {
    const at = first + i * stride;
    for (let axis = 0; axis < dimensions; axis++) {
      numbers[at + axis] = floats[bodyNumbers + i * dimensions + axis] ?? 0;
      numbers[at + dimensions + axis] = ((velocities[i * dimensions + axis] ?? 0) / full) * largest;
    }
    numbers[at + 2 * dimensions] = kinds[i] ?? 0;
  }
  return numbers;
}
