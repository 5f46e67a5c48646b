import { DateTime } from "luxon";
import { AppError } from "../../platform/errors.ts";
import { type ColumnUnit, convertArea } from "./area-units.ts";
import type { ColumnMap, MappedField } from "./column-map.ts";
import { numberInText, type RawRecord } from "./field-reader.ts";
import { type AreaUnit, type ImportField, importField } from "./import-fields.ts";

/** A RESO record, and why cells could not be converted; those are null. */
export type MappedRow = { record: RawRecord; reasons: string[] };
export type RowMapper = (row: string[]) => MappedRow;

/** The value of a field from the cells of its columns; `Unreadable` is a reason of rejection. */
type Convert = (cells: string[]) => unknown;
class Unreadable {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/**
 * Makes the function that turns a row into a RESO record.
 *
 * @throws AppError 400 when the file lacks a column that the map names.
 */
export function rowMapper(map: ColumnMap, header: string[]): RowMapper {
  const fields = map.fields.map((mapped) => ({
    name: mapped.field,
    positions: mapped.columns.map((column) => positionOf(column, header)),
    convert: converter(mapped, importField(mapped.field) as ImportField),
  }));
  return (row) => {
    const record: RawRecord = { ...map.constants };
    const reasons: string[] = [];
    for (const { name, positions, convert } of fields) {
      const value = convert(positions.map((at) => row[at] ?? ""));
      record[name] = value instanceof Unreadable ? null : value;
      if (value instanceof Unreadable) reasons.push(value.reason);
    }
    return { record, reasons };
  };
}

function positionOf(column: string, header: string[]): number {
  const at = header.indexOf(column);
  if (at !== -1) return at;
  throw new AppError("bad_request", `The file has no column "${column}". It has: ${header.join(", ")}`);
}

function converter(mapped: MappedField, { name, type, unit }: ImportField): Convert {
  const lookUp = lookUpIn(mapped.values);
  if (type === "list" || type === "photos") {
    const split = mapped.split ?? (type === "list" ? "," : ADDRESS_END);
    const entriesOf = (cells: string[]) =>
      cells
        .flatMap((cell) => lookUp(cell)?.split(split) ?? [])
        .flatMap((entry) => lookUp(entry.trim()) ?? [])
        .filter(Boolean);
    if (type === "list") return entriesOf;
    return (cells) => entriesOf(cells).map((MediaURL, Order) => ({ MediaURL, Order }));
  }
  const joined = (cells: string[]) => join(cells.map(lookUp), mapped.separator ?? " ");
  if (mapped.date !== undefined) return dateReader(name, mapped.date, type === "date", joined);
  if (mapped.unit !== undefined || mapped.decimal === ",") {
    return (cells) => numberOf(joined(cells), mapped, unit as AreaUnit);
  }
  return joined;
}

/** Addresses end at blanks, bars and semicolons, and at a comma before the next one. */
const ADDRESS_END = /[\s|;]+|,(?=\s*(?:https?:|\/))/;

function lookUpIn(values: MappedField["values"]): (cell: string) => string | null {
  if (!values) return (cell) => cell;
  return (cell) => {
    const key = Object.hasOwn(values, cell) ? cell : cell.trim();
    return Object.hasOwn(values, key) ? (values[key] ?? null) : cell;
  };
}

/** A single cell stays as it is; of several, blank ones are left out. */
function join(cells: (string | null)[], separator: string): string | null {
  if (cells.length === 1) return cells[0] ?? null;
  const filled = cells.flatMap((cell) => cell?.trim() || []);
  return filled.length === 0 ? null : filled.join(separator);
}

function numberOf(text: string | null, { decimal, unit }: MappedField, fieldUnit: AreaUnit): unknown {
  const plain = decimal === "," ? text?.replaceAll(/[.\s]/g, "").replace(",", ".") : text;
  const number = plain ? numberInText(plain) : null;
  // Text that is no number is rejected by the field.
  if (number === null || Number.isNaN(number)) return text;
  return unit === undefined ? number : convertArea(number, unit as ColumnUnit, fieldUnit);
}

function dateReader(name: string, format: string, isDate: boolean, text: Convert): Convert {
  // Days and years are often written in capitals, which mean something else to Luxon.
  const tokens = format.replaceAll("Y", "y").replaceAll("D", "d");
  const example = DateTime.utc(2026, 12, 31, 15, 4, 5).toFormat(tokens);
  return (cells) => {
    const cell = (text(cells) as string | null)?.trim();
    if (!cell) return null;
    const time = DateTime.fromFormat(cell, tokens, { zone: "utc", locale: "en" });
    if (!time.isValid) return new Unreadable(`${name} must be written as ${format}, such as ${example}`);
    return isDate ? time.toISODate() : time.toISO();
  };
}
