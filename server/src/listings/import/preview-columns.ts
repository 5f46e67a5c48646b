import { type ColumnMap, columnNames } from "./column-map.ts";
import type { RawRecord } from "./field-reader.ts";
import { type ImportField, importField } from "./import-fields.ts";
import { rowMapper } from "./row-mapper.ts";

/** A column of a CSV, or a field of RESO records, and what it becomes; one entry for each target. */
export type PreviewColumn = {
  column: string;
  /** The first one that is not blank, and has a value. */
  cell: string;
  /** Null: it is not imported. */
  target: { field: string; unit: string | undefined; isJoined: boolean; value: string } | null;
};

type Target = NonNullable<PreviewColumn["target"]>;

/** `rows`: the first rows, as they were sent. Without a map the columns are RESO fields. */
export function describeColumns(rows: RawRecord[], map: ColumnMap | null): PreviewColumn[] {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const records = map
    ? rows.map((row) => ({ row, record: recordOf(row, map) }))
    : rows.map((row) => ({ row, record: row }));
  return columns.flatMap((column): PreviewColumn[] => {
    const filled = records.filter(({ row }) => toText(row[column]).trim() !== "");
    const targets = map ? targetsInMap(column, map) : targetInReso(column);
    if (targets.length === 0) return [{ column, cell: toText(filled[0]?.row[column]), target: null }];
    return targets.map((target) => {
      // A cell that has a value in the map, where there is one.
      const shown = filled.find(({ record }) => toText(record[target.field]) !== "") ?? filled[0];
      const value = toText(shown?.record[target.field]);
      return { column, cell: toText(shown?.row[column]), target: { ...target, value } };
    });
  });
}

function recordOf(row: RawRecord, map: ColumnMap): RawRecord {
  const names = columnNames(map);
  return rowMapper(map, names)(names.map((name) => toText(row[name]))).record;
}

function targetsInMap(column: string, map: ColumnMap): Omit<Target, "value">[] {
  return map.fields
    .filter(({ columns }) => columns.includes(column))
    .map(({ field, columns }) => ({
      field,
      unit: (importField(field) as ImportField).unit,
      isJoined: columns.length > 1,
    }));
}

function targetInReso(column: string): Omit<Target, "value">[] {
  const known = importField(column);
  return known ? [{ field: column, unit: known.unit, isJoined: false }] : [];
}

/** Photos and lists by their first entry and their number. */
function toText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (!Array.isArray(value)) return typeof value === "object" ? JSON.stringify(value) : String(value);
  const [first] = value;
  if (first === undefined) return "";
  const more = value.length > 1 ? ` and ${value.length - 1} more` : "";
  return `${toText(isPhoto(first) ? first.MediaURL : first)}${more}`;
}

function isPhoto(value: unknown): value is { MediaURL: unknown } {
  return typeof value === "object" && value !== null && "MediaURL" in value;
}
