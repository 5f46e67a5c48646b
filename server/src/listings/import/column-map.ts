import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { AppError } from "../../platform/errors.ts";
import type { RawRecord } from "./field-reader.ts";

const Column = Type.Union([
  Type.String({ description: "The column's name" }),
  Type.Object({
    column: Type.String(),
    values: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]), {
        description: "What each of the column's values becomes; others stay as they are",
      }),
    ),
  }),
]);

/** How the columns of a CSV become RESO fields; `examples/king-county/map.json` is one. */
export const ColumnMap = Type.Object({
  source: Type.Optional(Type.String()),
  columns: Type.Record(Type.String({ description: "RESO field" }), Column),
  constants: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
export type ColumnMap = Static<typeof ColumnMap>;

const validator = Compile(ColumnMap);

/** @throws AppError 400 with the place and the reason of the first error. */
export function parseColumnMap(text: string): ColumnMap {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AppError("bad_request", "The column map is not valid JSON", { cause: error });
  }
  if (validator.Check(value)) return value;
  const [first] = validator.Errors(value);
  throw new AppError(
    "bad_request",
    `The column map is wrong at ${first?.instancePath || "its top"}: ${first?.message}`,
  );
}

/** The columns that a map reads, each once. */
export function columnNames(map: ColumnMap): string[] {
  const names = Object.values(map.columns).map((column) =>
    typeof column === "string" ? column : column.column,
  );
  return [...new Set(names)];
}

/**
 * Makes the function that turns a row into a RESO record.
 *
 * @throws AppError 400 when the file lacks a column that the map names.
 */
export function rowMapper(map: ColumnMap, header: string[]): (row: string[]) => RawRecord {
  const fields = Object.entries(map.columns).map(([field, column]) => {
    const { column: name, values } = typeof column === "string" ? { column, values: undefined } : column;
    const at = header.indexOf(name);
    if (at === -1) {
      throw new AppError("bad_request", `The file has no column "${name}". It has: ${header.join(", ")}`);
    }
    return { field, at, values };
  });
  return (row) => {
    const record: RawRecord = { ...map.constants };
    for (const { field, at, values } of fields) {
      const value = row[at] as string;
      record[field] = values && Object.hasOwn(values, value) ? values[value] : value;
    }
    return record;
  };
}
