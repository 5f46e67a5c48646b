import { BACKBONE_CHANNELS } from "./detector-model.ts";

/** Numbers of a photo's backbone features in its vector. */
export const BACKBONE_DIMENSIONS = 160;

/** Changing it changes every vector of the model with objects. */
const SEED = 0x9e3779b9;

const signs = randomSigns(BACKBONE_DIMENSIONS * BACKBONE_CHANNELS);

/**
 * What a photo shows, in few numbers of length 1: the mean of each channel over all positions, centred, multiplied by
 * a fixed random matrix, which keeps cosines (Johnson and Lindenstrauss). No statistics of any data set are used.
 */
export function projectBackbone(activations: Float32Array): Float32Array {
  const means = new Float64Array(BACKBONE_CHANNELS);
  for (let at = 0; at < activations.length; at++) {
    const channel = at % BACKBONE_CHANNELS;
    means[channel] = (means[channel] as number) + (activations[at] as number);
  }
  const centre = means.reduce((sum, each) => sum + each, 0) / BACKBONE_CHANNELS;
  const projected = new Float64Array(BACKBONE_DIMENSIONS);
  for (let row = 0; row < BACKBONE_DIMENSIONS; row++) {
    let sum = 0;
    for (let channel = 0; channel < BACKBONE_CHANNELS; channel++) {
      sum += ((means[channel] as number) - centre) * (signs[row * BACKBONE_CHANNELS + channel] as number);
    }
    projected[row] = sum;
  }
  const length = Math.hypot(...projected);
  // Also when a number is not finite.
  if (!(length > 1e-9 && Number.isFinite(length))) return new Float32Array(BACKBONE_DIMENSIONS);
  return Float32Array.from(projected, (each) => each / length);
}

/** Plus or minus 1 by xorshift, the same on every machine. */
function randomSigns(count: number): Int8Array {
  let state = SEED;
  return Int8Array.from({ length: count }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 1 ? 1 : -1;
  });
}
