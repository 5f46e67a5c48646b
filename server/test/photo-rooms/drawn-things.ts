import type { PhotoTraits } from "../../../demo/src/photo-catalog.ts";

/** Keys of the things that `demo/drawings` draws for these traits, as far as the detector's table has them. */
export function drawnThings(traits: PhotoTraits): Set<string> {
  switch (traits.subject) {
    case "kitchen":
      return new Set(["refrigerator", "range", "sink", ...(traits.island ? ["chair"] : [])]);
    case "living room":
      return new Set([
        "couch",
        "chair",
        "potted_plant",
        ...(traits.fireplace === "none" ? [] : ["television"]),
      ]);
    case "dining room":
      return new Set(["dining_table", "chair", "potted_plant"]);
    case "bedroom":
      return new Set(["bed", "potted_plant", ...(traits.primary ? ["bench"] : [])]);
    case "bathroom":
      return new Set(["sink", ...(traits.primary && traits.bath === "tub" ? ["potted_plant"] : [])]);
    case "laundry":
      return new Set(["sink"]);
    case "office":
      return new Set(["chair", "potted_plant", "television"]);
    case "garage":
      return new Set(traits.use === "car" ? ["car"] : []);
    case "backyard":
      return new Set(["patio", "deck"].includes(traits.focus) ? ["chair", "dining_table"] : []);
    case "aerial":
      return new Set(traits.place === "lake" ? ["boat"] : []);
    default:
      return new Set();
  }
}
