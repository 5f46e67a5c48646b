import { PhraseTable, type Token } from "../tokens.ts";

/** What a number measures. */
export type Measure = "beds" | "baths" | "sqft" | "acres" | "stories" | "garage" | "price" | "year_built";

/** A measure's filters are named `min_` and `max_` plus this. */
export const filterNames: Record<Measure, string> = {
  ...{ beds: "beds", baths: "baths", sqft: "sqft", acres: "lot_size_acres", stories: "stories" },
  ...{ garage: "garage_spaces", price: "price", year_built: "year_built" },
};

type MeasureLimits = {
  /** Plausible limits: numbers beyond them give no filter. */
  min: number;
  max: number;
  /** "More than 3 bedrooms" is 4 or more. For continuous measures the step is 0, which includes the limit. */
  step: number;
};

/** Bathrooms count in quarters, so fewer than two is at most 1.75 (search.md, D33). */
export const FEWER_BATHS_STEP = 0.25;

export const measureLimits: Record<Measure, MeasureLimits> = {
  beds: { min: 1, max: 20, step: 1 },
  baths: { min: 1, max: 20, step: 0.5 },
  sqft: { min: 100, max: 1_000_000, step: 0 },
  acres: { min: 0.01, max: 100_000, step: 0 },
  stories: { min: 1, max: 60, step: 1 },
  garage: { min: 1, max: 20, step: 1 },
  price: { min: 10_000, max: 99_999_999_999, step: 0 },
  year_built: { min: 1700, max: 2100, step: 1 },
};

/** A unit and its conversion factor; `other` is a unit that measures nothing of a home. */
export type Unit = { measure: Measure | "other"; factor: number };

const unit = (measure: Unit["measure"], factor = 1): Unit => ({ measure, factor });
const ACRE_OF_HECTARE = 2.471_054;
const SQFT_OF_SQM = 10.763_91;

const units = new PhraseTable<Unit>([
  [
    unit("beds"),
    `bed, beds, bedroom, bedrooms, bedroomed, bd, bds, br, brs, bdr, bdrs, bdrm, bdrms, bedrm, bedrms, bedrom, bedroms, beroom, berooms,
    bedrooom, bedrooms, bed room, bed rooms, bdroom, bdrooms`,
  ],
  [
    unit("baths"),
    "bath, baths, bathroom, bathrooms, ba, bas, bth, bths, bathrm, bathrms, bathrom, bathroms, bath room, bath rooms",
  ],
  [
    unit("sqft"),
    `sq ft, sq . ft, sq . ft ., sq ft ., sqft, sqft ., sf, square feet, square foot, square ft, square footage, sq feet, sq foot, sq . feet, sqf,
    sqfeet, squarefeet, squre feet, square feets, ft 2, ft ², feet square`,
  ],
  [
    unit("sqft", SQFT_OF_SQM),
    "sqm, sq m, sq . m, square metres, square meters, square metre, square meter, m 2, m ²",
  ],
  [unit("acres"), "acre, acres, ac, acers, acer, arces"],
  [unit("acres", ACRE_OF_HECTARE), "hectare, hectares, ha"],
  [unit("stories"), "story, stories, storey, storeys, storied, level, levels, floors"],
  [
    unit("garage"),
    `car garage, car attached garage, car detached garage, car heated garage, car finished garage, car oversized garage, car tandem garage,
    cars garage, bay garage, stall garage, garage spaces, garage stalls, garage bays, car gar, car garages, space garage, vehicle garage`,
  ],
  [
    unit("other"),
    `mile, miles, mi, min, mins, minute, minutes, hour, hours, hr, hrs, year, years, yr, yrs, month, months, week, weeks, day, days,
    block, blocks, star, stars, percent, %, unit, units, foot, feet, ft, inch, inches, kids, children, people, persons, dogs, cats,
    horses, cars, car, stall, bay, doors, km, kilometers, metres, meters, am, pm, st, nd, rd, th, degrees, burner, burners, hp, amp,
    amps, stalls, bays, guests, half bath, half baths, half bathroom, half bathrooms, person, families, family, times, x, ways, rooms,
    bed and breakfast, head, cows, tv, season, seasons, schools, school, rated, rating, out, agents, photos, houses, homes, condos,
    properties, lots, buildings, cats, pets, parking, bedroom apartment above, carport`,
  ],
]);

/** Adjectives allowed between a number and its rooms: "2 full baths". */
const ADJECTIVES = new Set([
  "double",
  "large",
  "big",
  "spacious",
  "true",
  "real",
  "legal",
  "full",
  "main",
  "good",
  "nice",
  "complete",
]);

/** Finds the unit at a token, after an optional hyphen or adjective, and the token after it. */
export function unitAt(tokens: readonly Token[], index: number): { unit: Unit; next: number } | null {
  const hyphen = tokens[index]?.text === "-" && tokens[index]?.glued ? index + 1 : index;
  const found = units.at(tokens, hyphen);
  if (found) return { unit: found.meaning, next: found.next };
  if (!ADJECTIVES.has(tokens[hyphen]?.text ?? "")) return null;
  const after = units.at(tokens, hyphen + 1);
  const isRooms = after?.meaning.measure === "beds" || after?.meaning.measure === "baths";
  return after && isRooms ? { unit: after.meaning, next: after.next } : null;
}
