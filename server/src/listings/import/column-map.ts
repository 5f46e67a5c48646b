import { type Static, type TSchema, Type } from "typebox";
import { Compile } from "typebox/compile";
import { AppError } from "../../platform/errors.ts";
import { nearestName } from "../../platform/nearest-name.ts";
import { AREA_UNITS } from "./area-units.ts";
import { type ImportField, importField, importFields } from "./import-fields.ts";

const Name = Type.String({ minLength: 1 });

/** What a field is made of, beside the name of a column alone. */
const ColumnOptions = Type.Object({
  column: Type.Optional(Name),
  /** Instead of `column`: several, which are joined. */
  columns: Type.Optional(Type.Array(Name, { minItems: 1 })),
  /** Between joined columns; a space by default. */
  separator: Type.Optional(Type.String()),
  /** What each of the column's values becomes; others stay as they are. */
  values: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]))),
  /** The format of dates, in the tokens of Luxon. */
  date: Type.Optional(Name),
  /** The unit of the column, where it is not that of the field. */
  unit: Type.Optional(Type.String()),
  /** The decimal sign of numbers. */
  decimal: Type.Optional(Type.String()),
  /** Separates several entries of one cell. */
  split: Type.Optional(Name),
});
type ColumnOptions = Static<typeof ColumnOptions>;

const MapFile = Type.Object({
  source: Type.Optional(Type.String()),
  columns: Type.Record(Type.String(), Type.Unknown()),
  constants: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

/** The columns of a field, and how their cells become its value. */
export type MappedField = Omit<ColumnOptions, "column" | "columns"> & { field: string; columns: string[] };

/** How the columns of a CSV become RESO fields; `examples/king-county/map.json` is one. */
export type ColumnMap = {
  source: string | undefined;
  fields: MappedField[];
  constants: Record<string, unknown>;
};

const mapFile = Compile(MapFile);
const columnOptions = Compile(ColumnOptions);

/** @throws AppError 400 with the place and the reason of the first error. */
export function parseColumnMap(text: string): ColumnMap {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AppError("bad_request", "The column map is not valid JSON", { cause: error });
  }
  refuseUnknown(value, MapFile, "");
  if (!mapFile.Check(value)) throw firstError(mapFile.Errors(value), "");
  const { source, columns, constants = {} } = value;
  for (const name of Object.keys(constants)) findField(name, "constants");
  return {
    source,
    fields: Object.entries(columns).map(([name, column]) => mapField(name, column)),
    constants,
  };
}

/** The columns that a map reads, each once. */
export function columnNames(map: ColumnMap): string[] {
  return [...new Set(map.fields.flatMap(({ columns }) => columns))];
}

function mapField(name: string, value: unknown): MappedField {
  const field = findField(name, "columns");
  if (typeof value === "string") return { field: name, columns: [value] };
  const place = `/columns/${name}`;
  refuseUnknown(value, ColumnOptions, place);
  if (!columnOptions.Check(value)) throw firstError(columnOptions.Errors(value), place);
  const { column, columns, ...options } = value;
  if ((column === undefined) === (columns === undefined)) {
    throw wrong(place, "it must have column, or columns for several");
  }
  const mapped = { field: name, columns: columns ?? [column as string], ...options };
  refuseUnfitting(field, mapped, place);
  return mapped;
}

/** Which options fit which types of fields. */
function refuseUnfitting({ type, unit }: ImportField, mapped: MappedField, place: string): void {
  const isTime = type === "date" || type === "timestamp";
  const isNumber = type === "number" || type === "whole number";
  const isArea = unit === "square feet" || unit === "acres";
  if (mapped.date !== undefined && !isTime)
    throw wrong(place, "date is for fields that are dates or timestamps");
  if (mapped.decimal !== undefined && !isNumber) throw wrong(place, "decimal is for fields that are numbers");
  if (mapped.decimal !== undefined && ![",", "."].includes(mapped.decimal)) {
    throw wrong(place, 'decimal must be "," or "."');
  }
  if (mapped.split !== undefined && type !== "list" && type !== "photos") {
    throw wrong(place, "split is for fields that are lists or photos");
  }
  if (mapped.columns.length > 1 && (isNumber || type === "yes or no")) {
    throw wrong(place, `a ${type} has one column`);
  }
  if (mapped.unit === undefined) return;
  if (!isArea) throw wrong(place, "unit is for LivingArea, LotSizeAcres and LotSizeSquareFeet");
  if (!Object.hasOwn(AREA_UNITS, mapped.unit)) {
    throw wrong(place, `unit must be one of ${Object.keys(AREA_UNITS).join(", ")}`);
  }
}

function findField(name: string, part: "columns" | "constants"): ImportField {
  const known = importField(name);
  if (known) return known;
  const names = importFields.map((each) => each.name);
  throw wrong(`/${part}`, `there is no field ${name.slice(0, 100)}${suggestion(name, names)}`);
}

function refuseUnknown(value: unknown, schema: { properties: Record<string, TSchema> }, place: string): void {
  if (typeof value !== "object" || value === null) return;
  const known = Object.keys(schema.properties);
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw wrong(place || "its top", `${unknown.slice(0, 100)} is not known${suggestion(unknown, known)}`);
  }
}

function suggestion(name: string, known: string[]): string {
  const nearest = nearestName(name.slice(0, 100), known);
  return nearest ? `: did you mean ${nearest}?` : ". lintel import --fields lists all fields";
}

function firstError(errors: { instancePath: string; message: string }[], place: string): AppError {
  const [first] = errors;
  return wrong(`${place}${first?.instancePath ?? ""}` || "its top", first?.message ?? "it does not fit");
}

function wrong(place: string, reason: string): AppError {
  return new AppError("bad_request", `The column map is wrong at ${place}: ${reason}`);
}
