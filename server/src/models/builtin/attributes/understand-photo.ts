import type { Feature, PhotoInput } from "../../models.ts";
import { inHundredths, photoFeatures, surestFirst } from "../../vocabulary/photo-features.ts";
import type { ObjectDetector } from "../objects/object-detector.ts";
import { type Seen, seenIn } from "../objects/seen.ts";
import { combine, isStated, type PhotoAttribute } from "./attributes-of.ts";
import { measureInThread } from "./photo-threads.ts";
import { roomOf } from "./room-type.ts";

/** Finds things in a photo, or nothing; see `ObjectDetector`. */
export type Detector = Pick<ObjectDetector, "detect">;

/**
 * The measurements of a photo and what the detector sees in it.
 *
 * @throws ModelError bad_image; unavailable, when the detector is.
 */
export async function look({ bytes }: PhotoInput, detector: Detector | null, { urgent } = { urgent: false }) {
  // Measured first: a file that is no photo never reaches the detector.
  const measurement = await measureInThread(bytes);
  const detection = detector && (await detector.detect(bytes, { urgent }));
  const seen: Seen | null = detection && seenIn(detection, measurement.looks);
  return { measurement, seen };
}

/** The attributes, the room and the measurements of a photo. */
export async function understand(photo: PhotoInput, detector: Detector | null) {
  const { measurement, seen } = await look(photo, detector);
  const { looks } = measurement;
  const reading = combine(photo, looks, seen);
  return { looks, seen, reading, room: roomOf(reading, looks, seen?.room) };
}

/**
 * The attributes by which a photo is found, with strength (0 to 1) and source, strongest first.
 *
 * @throws ModelError bad_image
 */
export async function attributesOf(
  photo: PhotoInput,
  detector: Detector | null = null,
): Promise<PhotoAttribute[]> {
  const { reading } = await understand(photo, detector);
  return [...reading.attributes.values()].sort(
    (a, b) => b.strength - a.strength || (a.name < b.name ? -1 : 1),
  );
}

const STATED = 0.9;
const MIN_CONFIDENCE = 0.3;

/** The features among a photo's attributes, by descending confidence. Unlikely ones are left out. */
export function featuresAmong(attributes: Iterable<PhotoAttribute>): Feature[] {
  const found: Feature[] = [];
  for (const each of attributes) {
    const feature = photoFeatures.get(each.name);
    const confidence = inHundredths(each.strength * (isStated(each) ? STATED : 1));
    if (feature && confidence >= MIN_CONFIDENCE) found.push({ ...feature, confidence, from: sourceOf(each) });
  }
  return found.sort(surestFirst);
}

function sourceOf(attribute: PhotoAttribute): Feature["from"] {
  if (isStated(attribute)) return "stated";
  return attribute.from === "seen" ? "seen" : "measured";
}
