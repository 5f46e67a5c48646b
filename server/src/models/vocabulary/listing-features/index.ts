import type { FeatureWords } from "./feature.ts";
import { indoorFeatures } from "./indoor-features.ts";
import { outdoorFeatures } from "./outdoor-features.ts";

/** The features by which visitors compare homes, with rounded frequencies in feeds. */
export const listingFeatures: Record<string, FeatureWords> = { ...outdoorFeatures, ...indoorFeatures };

/**
 * Phrases that contain a feature's word with another meaning. They are longer, so they match first, and name no
 * feature.
 */
export const misleadingFeaturePhrases = `pool table, car pool, talent pool, deck of, shop local,
  barn door, barn doors, sliding barn door, barn wood, farm sink, farmhouse sink, granite city, garden level, garden style,
  golf cart, stainless sink, well kept, garden window, golf simulator, fenced out, study hall, den of,
  garden city, solar shade, solar shades, historic rates,
  horse around, black granite sink, loft insulation, pool of`;
