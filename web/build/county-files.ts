import { createRequire } from "node:module";
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Polygon, Topology } from "topojson-specification";

/** Counties as us-atlas has them: ids are FIPS codes, whose first two digits are the state's. */
type Atlas = Topology<{ counties: GeometryCollection; states: GeometryCollection }>;

/** Abbreviations by the state's FIPS code, as the Census Bureau assigns them. */
const STATES: Record<string, string> = Object.fromEntries(
  (
    "01AL 02AK 04AZ 05AR 06CA 08CO 09CT 10DE 11DC 12FL 13GA 15HI 16ID 17IL 18IN 19IA 20KS 21KY 22LA 23ME 24MD 25MA 26MI 27MN " +
    "28MS 29MO 30MT 31NE 32NV 33NH 34NJ 35NM 36NY 37NC 38ND 39OH 40OK 41OR 42PA 44RI 45SC 46SD 47TN 48TX 49UT 50VT 51VA 53WA " +
    "54WV 55WI 56WY 60AS 66GU 69MP 72PR 78VI"
  )
    .split(" ")
    .map((each) => [each.slice(0, 2), each.slice(2)]),
);

/** About 100 meters, less than the atlas's own precision. */
const DECIMALS = 3;

/** A file for each state, `counties-id.json`: its land and the lines between its counties, as GeoJSON. */
export function countyFiles(): { name: string; bytes: Buffer }[] {
  const atlas = createRequire(import.meta.url)("us-atlas/counties-10m.json") as Atlas;
  return atlas.objects.states.geometries.flatMap((state) => {
    const code = String(state.id).padStart(2, "0");
    const abbreviation = STATES[code];
    if (!abbreviation) return [];
    const counties = {
      type: "GeometryCollection" as const,
      geometries: atlas.objects.counties.geometries.filter(({ id }) => String(id).startsWith(code)),
    };
    const land = feature(atlas, state as Polygon).geometry;
    const lines = mesh(atlas, counties, (a, b) => a !== b);
    const collection = {
      type: "FeatureCollection",
      features: [
        { type: "Feature", properties: { kind: "land" }, geometry: land },
        { type: "Feature", properties: { kind: "county" }, geometry: lines },
      ],
    };
    const name = `counties-${abbreviation.toLowerCase()}.json`;
    return [{ name, bytes: Buffer.from(JSON.stringify(collection, rounded)) }];
  });
}

function rounded(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toFixed(DECIMALS)) : value;
}
