import { blues, browns, greens, type PhotoQuery } from "./tuned-queries.ts";

/**
 * Questions that nothing was tuned with: the first 18 were written when the image model's first version was done, the others
 * when the second one had not been begun.
 */
export const heldOutQueries: PhotoQuery[] = [
  {
    asks: "kitchen with dark cabinets",
    right: (p) =>
      p.subject === "kitchen" && [...browns, "navy", "charcoal", "black", "dark green"].includes(p.cabinets),
  },
  {
    asks: "white bathroom",
    right: (p) =>
      p.subject === "bathroom" && [p.wall, p.tile, p.vanity].filter((each) => each === "white").length >= 2,
  },
  { asks: "navy island", right: (p) => p.subject === "kitchen" && p.island && p.islandColor === "navy" },
  { asks: "teal sofa", right: (p) => p.subject === "living room" && p.sofa === "teal" },
  { asks: "red front door", right: (p) => p.subject === "front" && p.door === "red" },
  { asks: "yellow laundry room", right: (p) => p.subject === "laundry" && p.wall === "yellow" },
  {
    asks: "dining room with walnut table",
    right: (p) => p.subject === "dining room" && p.table === "walnut",
  },
  { asks: "golf course view", right: (p) => p.subject === "landscape" && p.scene === "golf course" },
  { asks: "warehouse with parking", right: (p) => p.subject === "commercial" && p.kind === "warehouse" },
  { asks: "townhouses", right: (p) => p.subject === "front" && p.style === "townhouse" },
  { asks: "raised garden beds", right: (p) => p.subject === "backyard" && p.focus === "garden" },
  {
    asks: "bedroom with wood floor and blue walls",
    right: (p) => p.subject === "bedroom" && p.floor === "hardwood" && blues.includes(p.wall),
  },
  { asks: "brick fireplace", right: (p) => p.subject === "living room" && p.fireplace === "brick" },
  {
    asks: "metal shop with overhead doors",
    right: (p) => p.subject === "commercial" && p.kind === "shop building",
  },
  { asks: "office with green walls", right: (p) => p.subject === "office" && greens.includes(p.wall) },
  { asks: "double vanity", right: (p) => p.subject === "bathroom" && p.primary },
  {
    asks: "deck with pergola",
    right: (p) => p.subject === "backyard" && p.focus === "deck" && p.extra === "pergola",
  },
  { asks: "snowy mountains", right: (p) => p.subject === "landscape" && p.season === "winter" },
  {
    asks: "kitchen with sage green cabinets",
    right: (p) => p.subject === "kitchen" && p.cabinets === "sage",
  },
  { asks: "black kitchen cabinets", right: (p) => p.subject === "kitchen" && p.cabinets === "black" },
  { asks: "cherry wood kitchen", right: (p) => p.subject === "kitchen" && p.cabinets === "cherry" },
  {
    asks: "gray cabinets with an island",
    right: (p) => p.subject === "kitchen" && p.cabinets === "gray" && p.island,
  },
  { asks: "kitchen with tile floor", right: (p) => p.subject === "kitchen" && p.floor === "tile" },
  {
    asks: "living room lit in the evening",
    right: (p) => p.subject === "living room" && p.light === "evening",
  },
  {
    asks: "family room with brick fireplace",
    right: (p) => p.subject === "living room" && p.fireplace === "brick",
  },
  { asks: "navy couch", right: (p) => p.subject === "living room" && p.sofa === "navy" },
  { asks: "living room with carpet", right: (p) => p.subject === "living room" && p.floor === "carpet" },
  {
    asks: "white walls and hardwood floors",
    right: (p) => "wall" in p && p.wall === "white" && "floor" in p && p.floor === "hardwood",
  },
  { asks: "pink bedroom", right: (p) => p.subject === "bedroom" && p.wall === "pink" },
  { asks: "lavender bedroom", right: (p) => p.subject === "bedroom" && p.wall === "lavender" },
  {
    asks: "master bedroom with gray walls",
    right: (p) => p.subject === "bedroom" && p.primary && ["gray", "light gray"].includes(p.wall),
  },
  {
    asks: "guest bedroom with hardwood floor",
    right: (p) => p.subject === "bedroom" && !p.primary && p.floor === "hardwood",
  },
  {
    asks: "walk-in shower with blue tile",
    right: (p) => p.subject === "bathroom" && p.bath === "shower" && p.tile === "blue",
  },
  {
    asks: "tub with green tile",
    right: (p) => p.subject === "bathroom" && p.bath === "tub" && p.tile === "green",
  },
  {
    asks: "master bath with freestanding tub",
    right: (p) => p.subject === "bathroom" && p.primary && p.bath === "tub",
  },
  { asks: "bathroom with oak vanity", right: (p) => p.subject === "bathroom" && p.vanity === "oak" },
  { asks: "navy vanity", right: (p) => p.subject === "bathroom" && p.vanity === "navy" },
  { asks: "study with a white desk", right: (p) => p.subject === "office" && p.desk === "white" },
  { asks: "dark green dining room", right: (p) => p.subject === "dining room" && p.wall === "dark green" },
  { asks: "formal dining room with chandelier", right: (p) => p.subject === "dining room" },
  { asks: "laundry with navy cabinets", right: (p) => p.subject === "laundry" && p.cabinets === "navy" },
  { asks: "workbench in the garage", right: (p) => p.subject === "garage" && p.use === "workshop" },
  {
    asks: "brick ranch home",
    right: (p) => p.subject === "front" && p.style === "ranch" && p.material === "brick",
  },
  {
    asks: "green craftsman house",
    right: (p) => p.subject === "front" && p.style === "craftsman" && greens.includes(p.color),
  },
  { asks: "blue house", right: (p) => p.subject === "front" && blues.includes(p.color) },
  { asks: "yellow house", right: (p) => p.subject === "front" && p.color === "yellow" },
  {
    asks: "black modern house",
    right: (p) => p.subject === "front" && p.style === "modern" && p.color === "black",
  },
  {
    asks: "gray siding and a green lawn",
    right: (p) => p.subject === "front" && p.color === "gray" && p.yard === "lawn",
  },
  { asks: "manufactured home", right: (p) => p.subject === "front" && p.style === "manufactured" },
  { asks: "condo building", right: (p) => p.subject === "front" && p.style === "condo" },
  {
    asks: "cabin in winter",
    right: (p) => p.subject === "front" && p.style === "cabin" && p.season === "winter",
  },
  {
    asks: "back yard in the fall",
    right: (p) => p.subject === "backyard" && p.season === "autumn",
  },
  { asks: "patio with a pergola", right: (p) => p.subject === "backyard" && p.extra === "pergola" },
  {
    asks: "back deck at night",
    right: (p) => p.subject === "backyard" && p.focus === "deck" && p.light === "evening",
  },
  { asks: "jacuzzi", right: (p) => p.subject === "backyard" && p.extra === "hot tub" },
  { asks: "vegetable garden", right: (p) => p.subject === "backyard" && p.focus === "garden" },
  { asks: "ski in ski out", right: (p) => p.subject === "landscape" && p.scene === "ski slopes" },
  { asks: "waterfront with a dock", right: (p) => p.subject === "landscape" && p.scene === "lake" },
  {
    asks: "river frontage",
    right: (p) =>
      (p.subject === "landscape" && p.scene === "river") || (p.subject === "aerial" && p.place === "river"),
  },
  { asks: "acreage from the air", right: (p) => p.subject === "aerial" && p.place === "acreage" },
  { asks: "lot ready to build on", right: (p) => p.subject === "landscape" && p.scene === "building lot" },
  {
    asks: "desert land with sagebrush",
    right: (p) => p.subject === "landscape" && ["sagebrush", "foothills"].includes(p.scene),
  },
  { asks: "farm ground with crops", right: (p) => p.subject === "landscape" && p.scene === "farmland" },
  { asks: "downtown storefront", right: (p) => p.subject === "commercial" && p.kind === "storefront" },
  { asks: "office building", right: (p) => p.subject === "commercial" && p.kind === "office building" },
  {
    asks: "white barn",
    right: (p) => p.subject === "commercial" && p.kind === "barn" && p.color === "white",
  },
];
