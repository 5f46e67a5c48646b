import { type Static, type TArray, type TOptional, type TString, Type } from "typebox";
import {
  featureFilters,
  listFilters,
  type RangeName,
  rangeFilters,
  rangeNames,
  rangeSettings,
  singleFilters,
} from "./filter-table.ts";

type ListFields = {
  [Name in keyof typeof listFilters]: TOptional<TArray<(typeof listFilters)[Name]["item"]>>;
} & { [Name in keyof typeof featureFilters]: TOptional<TArray<TString>> } & {
  [Name in keyof typeof rangeSettings]: TOptional<TArray<(typeof rangeSettings)[Name]["item"]>>;
};
type RangeFields = {
  [Name in RangeName as `min_${Name}` | `max_${Name}`]: TOptional<(typeof rangeFilters)[Name]["value"]>;
};
type SingleFields = { [Name in keyof typeof singleFilters]: TOptional<(typeof singleFilters)[Name]> };

const lists = Object.fromEntries(
  Object.entries({ ...listFilters, ...featureFilters, ...rangeSettings }).map(
    ([name, { item, description, mostValues }]) => [
      name,
      Type.Optional(
        Type.Array(item, { minItems: 1, maxItems: mostValues, splitsAtCommas: true, description }),
      ),
    ],
  ),
) as ListFields;

const ranges = Object.fromEntries(
  rangeNames.flatMap((name) =>
    (["min", "max"] as const).map((end) => {
      const { value, description } = rangeFilters[name];
      const bound = `${description}: at ${end === "min" ? "least" : "most"}`;
      return [`${end}_${name}`, Type.Optional({ ...value, description: bound })];
    }),
  ),
) as unknown as RangeFields;

const singles = Object.fromEntries(
  Object.entries(singleFilters).map(([name, schema]) => [name, Type.Optional(schema)]),
) as SingleFields;

const degrees = (limit: 90 | 180, description: string) =>
  Type.Optional(Type.Number({ minimum: -limit, maximum: limit, description }));

/** An area is a box, a radius or a polygon: two of them at once are refused. */
const areas = {
  min_lat: degrees(90, "South edge of a box"),
  max_lat: degrees(90, "North edge of a box"),
  min_lng: degrees(180, "West edge of a box"),
  max_lng: degrees(180, "East edge of a box"),
  center_lat: degrees(90, "Centre of a radius search"),
  center_lng: degrees(180, "Centre of a radius search"),
  radius_miles: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 50, description: "Miles" })),
};

/** Of 2,000 points with fifteen digits each. */
const MAX_POLYGON_TEXT = 100_000;
const polygonText = {
  description:
    "An area: GeoJSON Polygon or MultiPolygon, or an encoded polyline (precision 5); at most 2,000 points. Holes count, edges are inside. The default of `state` does not apply to it",
};
const polygon = Type.Optional(Type.String({ maxLength: MAX_POLYGON_TEXT, ...polygonText }));
/** Its shape is checked where it is read, which says more of what is wrong. */
const polygonInJson = Type.Optional(
  Type.Unsafe<string | object>({ type: ["string", "object"], maxLength: MAX_POLYGON_TEXT, ...polygonText }),
);

const state = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      "Abbreviation, or `any`; default: the server's DEFAULT_STATE where it is set, else the state in the brokerage's address, else `ID`",
  }),
);

const shared = { ...lists, state, ...ranges, ...singles, ...areas };

/** The parameters of all filters (search.md, Filters). */
export const filterParameters = { ...shared, polygon };

/** The same as fields of a JSON body. */
export const filterFields = { ...shared, polygon: polygonInJson };

const GivenFilters = Type.Object(filterFields);
export type GivenFilters = Static<typeof GivenFilters>;
