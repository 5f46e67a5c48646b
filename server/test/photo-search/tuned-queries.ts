import type { PhotoTraits } from "../../../demo/src/photo-catalog.ts";

/** A question for photos, and which of the demo's photos are right answers, by what was drawn. */
export type PhotoQuery = { asks: string; right: (photo: PhotoTraits) => boolean };

/** Every green, blue and dark brown that something in a drawing may have. */
export const greens = ["green", "sage", "dark green"];
export const blues = ["blue", "light blue", "navy"];
export const browns = ["dark wood", "walnut", "cherry", "brown"];
const light = (photo: PhotoTraits) => ("light" in photo ? photo.light : "day");

/** What the image model was made with. */
export const tunedQueries: PhotoQuery[] = [
  {
    asks: "bright white kitchen",
    right: (p) => p.subject === "kitchen" && p.cabinets === "white" && p.light === "day",
  },
  {
    asks: "kitchen with dark wood cabinets",
    right: (p) => p.subject === "kitchen" && p.cabinets === "dark wood",
  },
  { asks: "navy kitchen", right: (p) => p.subject === "kitchen" && p.cabinets === "navy" },
  {
    asks: "kitchen with honey oak cabinets",
    right: (p) => p.subject === "kitchen" && p.cabinets === "honey oak",
  },
  {
    asks: "kitchen with white quartz counters",
    right: (p) => p.subject === "kitchen" && p.counter === "white quartz",
  },
  {
    asks: "granite countertops",
    right: (p) => p.subject === "kitchen" && p.counter.endsWith("granite"),
  },
  { asks: "butcher block counter", right: (p) => p.subject === "kitchen" && p.counter === "butcher block" },
  { asks: "kitchen island with seating", right: (p) => p.subject === "kitchen" && p.island },
  {
    asks: "kitchen with stainless steel appliances",
    right: (p) => p.subject === "kitchen" && p.appliances === "stainless",
  },
  {
    asks: "brick exterior with lawn",
    right: (p) => p.subject === "front" && p.material === "brick" && p.yard === "lawn",
  },
  { asks: "stone house", right: (p) => p.subject === "front" && p.material === "stone" },
  {
    asks: "white house with siding",
    right: (p) => p.subject === "front" && p.color === "white" && /siding|batten/.test(p.material),
  },
  { asks: "stucco home from the outside", right: (p) => p.subject === "front" && p.material === "stucco" },
  { asks: "log cabin", right: (p) => p.subject === "front" && p.material === "log" },
  {
    asks: "house in the snow",
    right: (p) => (p.subject === "front" || p.subject === "backyard") && p.season === "winter",
  },
  {
    asks: "house front at dusk",
    right: (p) => (p.subject === "front" || p.subject === "commercial") && p.light === "evening",
  },
  {
    asks: "two story house with three car garage",
    right: (p) => p.subject === "front" && p.style === "two-story" && p.garageBays === 3,
  },
  { asks: "xeriscape front yard", right: (p) => p.subject === "front" && p.yard === "xeriscape" },
  { asks: "modern home exterior", right: (p) => p.subject === "front" && p.style === "modern" },
  {
    asks: "living room with stone fireplace",
    right: (p) => p.subject === "living room" && p.fireplace === "stone",
  },
  {
    asks: "wood floor living room with fireplace",
    right: (p) => p.subject === "living room" && p.floor === "hardwood" && p.fireplace !== "none",
  },
  { asks: "great room with exposed beams", right: (p) => p.subject === "living room" && p.beams },
  {
    asks: "dining room",
    right: (p) => p.subject === "dining room",
  },
  {
    asks: "blue bedroom",
    right: (p) => p.subject === "bedroom" && blues.includes(p.wall),
  },
  { asks: "primary bedroom", right: (p) => p.subject === "bedroom" && p.primary },
  {
    asks: "bedroom with carpet",
    right: (p) => p.subject === "bedroom" && p.floor === "carpet",
  },
  { asks: "green bedroom", right: (p) => p.subject === "bedroom" && greens.includes(p.wall) },
  { asks: "glass walk-in shower", right: (p) => p.subject === "bathroom" && p.bath === "shower" },
  {
    asks: "bathroom with white vanity and tub",
    right: (p) => p.subject === "bathroom" && p.vanity === "white" && p.bath === "tub",
  },
  {
    asks: "bathroom with dark vanity",
    right: (p) => p.subject === "bathroom" && [...browns, "navy", "charcoal"].includes(p.vanity),
  },
  { asks: "soaking tub", right: (p) => p.subject === "bathroom" && p.primary && p.bath === "tub" },
  { asks: "home office with bookshelves", right: (p) => p.subject === "office" },
  { asks: "laundry room", right: (p) => p.subject === "laundry" },
  { asks: "garage", right: (p) => p.subject === "garage" },
  {
    asks: "deck with hot tub",
    right: (p) => p.subject === "backyard" && p.focus === "deck" && p.extra === "hot tub",
  },
  { asks: "patio with fire pit", right: (p) => p.subject === "backyard" && p.extra === "fire pit" },
  {
    asks: "fenced back yard with grass",
    right: (p) => p.subject === "backyard" && p.fence && p.yard === "lawn",
  },
  {
    asks: "mountain view",
    right: (p) => p.subject === "landscape" && ["mountains", "pines", "lake", "sagebrush"].includes(p.scene),
  },
  {
    asks: "lake or river",
    right: (p) =>
      (p.subject === "landscape" && ["lake", "river"].includes(p.scene)) ||
      (p.subject === "aerial" && ["lake", "river"].includes(p.place)),
  },
  { asks: "city lights at night", right: (p) => p.subject === "landscape" && p.scene === "city lights" },
  { asks: "horse pasture", right: (p) => p.subject === "landscape" && p.scene === "pasture" },
  {
    asks: "sunset over land",
    right: (p) => p.subject === "landscape" && light(p) === "evening",
  },
  { asks: "aerial view of the neighborhood", right: (p) => p.subject === "aerial" },
  { asks: "red barn", right: (p) => p.subject === "commercial" && p.kind === "barn" && p.color === "red" },
];
