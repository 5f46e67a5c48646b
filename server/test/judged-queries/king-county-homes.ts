import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import type { RawRecord } from "../../src/listings/index.ts";
import { SeededRandom } from "../search-oracle/seeded-random.ts";
import type { Home } from "./home.ts";
import { cityOfZip } from "./king-county-zips.ts";

const FILE = fileURLToPath(new URL("../../../examples/king-county/kc_house_data.csv.gz", import.meta.url));
const SEED = 98_101;
const SALES = 3000;

type Sale = Record<
  | "id"
  | "price"
  | "bedrooms"
  | "bathrooms"
  | "sqft_living"
  | "sqft_lot"
  | "floors"
  | "waterfront"
  | "view"
  | "condition"
  | "grade"
  | "sqft_basement"
  | "yr_built"
  | "yr_renovated"
  | "zipcode"
  | "lat"
  | "long",
  string
>;

// The words of the county's own glossary for its numbers; what is average says nothing.
const CONDITIONS: Record<string, string[]> = {
  1: ["Poor Condition", "Worn Out"],
  2: ["Fair Condition", "Badly Worn"],
  4: ["Good Condition"],
  5: ["Very Good Condition"],
};
const GRADES: Record<string, string[]> = {
  4: ["Low Quality Construction"],
  5: ["Low Cost Construction"],
  9: ["Better Architectural Design"],
  10: ["High Quality Features"],
  11: ["Custom Design", "Higher Quality Finish Work"],
  12: ["Custom Design", "Excellent Builders"],
  13: ["Mansion"],
};
const VIEWS: Record<string, string> = {
  1: "Fair View",
  2: "Average View",
  3: "Good View",
  4: "Excellent View",
};

export type KingCountySale = { record: RawRecord; home: Home };

/** Some 3,000 sales of King County, drawn by a seed, as if they were for sale now. There is no description: only facts. */
export function kingCountySales(count = SALES): KingCountySale[] {
  const text = gunzipSync(readFileSync(FILE)).toString("utf8");
  const sales: Sale[] = parse(text, { columns: true });
  const once = [...new Map(sales.map((sale) => [sale.id, sale])).values()];
  const random = new SeededRandom(SEED);
  const drawn = once.map((sale) => ({ sale, at: random.next() })).sort((a, b) => a.at - b.at);
  return drawn.slice(0, count).map(({ sale }) => ({ record: recordOf(sale), home: homeOf(sale) }));
}

function recordOf(sale: Sale): RawRecord {
  const { waterfront, view, condition, grade, sqft_basement, yr_renovated } = sale;
  return {
    ListingId: `KC-${sale.id}`,
    ModificationTimestamp: "2026-06-01T12:00:00Z",
    StandardStatus: "Active",
    PropertyType: "Residential",
    PropertySubType: "Single Family Residence",
    ListPrice: Number(sale.price),
    BedroomsTotal: Number(sale.bedrooms),
    BathroomsTotalDecimal: Number(sale.bathrooms),
    LivingArea: Number(sale.sqft_living),
    LotSizeSquareFeet: Number(sale.sqft_lot),
    Stories: Number(sale.floors),
    YearBuilt: Number(sale.yr_built),
    City: cityOfZip(sale.zipcode),
    CountyOrParish: "King",
    StateOrProvince: "WA",
    PostalCode: sale.zipcode,
    Latitude: Number(sale.lat),
    Longitude: Number(sale.long),
    InteriorFeatures: [
      ...(Number(sqft_basement) > 0 ? ["Basement"] : []),
      ...(Number(yr_renovated) > 0 ? [`Renovated ${yr_renovated}`] : []),
      ...(CONDITIONS[condition] ?? []),
      ...(GRADES[grade] ?? []),
    ],
    WaterfrontFeatures: waterfront === "1" ? ["Waterfront"] : [],
    View: VIEWS[view] ? [VIEWS[view]] : [],
  };
}

function homeOf(sale: Sale): Home {
  const renovated = Number(sale.yr_renovated);
  return {
    id: `KC-${sale.id}`,
    kind: "house",
    price: Number(sale.price),
    beds: Number(sale.bedrooms),
    baths: Number(sale.bathrooms),
    sqft: Number(sale.sqft_living),
    acres: Number(sale.sqft_lot) / 43_560,
    year: Number(sale.yr_built),
    stories: Number(sale.floors),
    garage: 0,
    units: 1,
    city: cityOfZip(sale.zipcode),
    county: "King",
    zip: sale.zipcode,
    features: new Set([
      ...(Number(sale.sqft_basement) > 0 ? ["Basement"] : []),
      ...(sale.waterfront === "1" ? ["Waterfront"] : []),
    ]),
    walls: "",
    style: "",
    cabinets: "",
    condition: Number(sale.condition),
    grade: Number(sale.grade),
    view: Number(sale.view),
    renovated,
  };
}
