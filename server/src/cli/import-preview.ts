import type { ImportPreview, PreviewColumn } from "../listings/index.ts";
import { exitStatus } from "./import-outcome.ts";
import { progressBar, stopSignal, table } from "./terminal.ts";

const CELL_LENGTH = 32;

type Input = { file: string; map?: string | undefined; source?: string | undefined };

/**
 * `lintel import --dry-run`. Returns the exit status: 0 done, 1 the file cannot be read to its end, 2 all rows would be rejected,
 * 130 interrupted.
 */
export async function previewCommand(input: Input): Promise<number> {
  const { previewFile } = await import("../listings/index.ts");
  const bar = progressBar("Checking", "rows");
  const preview = await previewFile(input, stopSignal(), ({ read, bytes, totalBytes, seconds }) =>
    bar.update({ done: bytes, total: totalBytes, count: read, seconds }),
  ).finally(() => bar.stop());
  process.stdout.write(pageOf(preview));
  return preview.damage === null ? exitStatus(preview) : 1;
}

function pageOf(preview: ImportPreview): string {
  return [
    `Source ${preview.source}: nothing is stored (--dry-run)\n`,
    columnTable(preview),
    listingTable(preview),
    resultLines(preview)
      .map((line) => `${line}\n`)
      .join(""),
  ]
    .filter(Boolean)
    .join("\n");
}

/** What each column becomes, by its first cell that has a value. */
function columnTable({ columns, constants, needsMap }: ImportPreview): string {
  if (needsMap)
    return table(
      ["COLUMN", "FIRST CELL"],
      columns.map(({ column, cell }) => [column, short(cell)]),
    );
  const rows = columns.flatMap(({ column, cell, target }) =>
    target ? [[column, short(cell), targetOf(target), short(target.value)]] : [],
  );
  const constantRows = Object.entries(constants).map(([field, value]) => [
    "",
    "",
    field,
    short(String(value)),
  ]);
  const ignored = columns.flatMap(({ column, target }) => (target ? [] : [column]));
  return [
    table(["COLUMN", "FIRST CELL", "BECOMES", "VALUE"], [...rows, ...constantRows]),
    ignored.length > 0 ? `Not imported: ${ignored.join(", ")}\n` : "",
  ].join("");
}

function targetOf({ field, unit, isJoined }: NonNullable<PreviewColumn["target"]>): string {
  const notes = [unit, isJoined ? "joined" : undefined].filter(Boolean).join(", ");
  return notes ? `${field} (${notes})` : field;
}

function listingTable({ listings }: ImportPreview): string {
  if (listings.length === 0) return "";
  const cell = (value: unknown) => short(value === null ? "" : String(value));
  return table(
    [
      "LISTING",
      "STATUS",
      "TYPE",
      "PRICE",
      "BEDS",
      "BATHS",
      "SQFT",
      "ACRES",
      "ADDRESS",
      "CITY",
      "STATE",
      "ZIP",
      "LISTED",
      "SOLD",
      "PHOTOS",
    ],
    listings.map((listing) =>
      [
        listing.listing_id,
        listing.status,
        listing.property_type,
        listing.list_price,
        listing.beds,
        listing.baths,
        listing.sqft,
        listing.lot_size_acres,
        listing.address,
        listing.city,
        listing.state,
        listing.zip,
        listing.list_date,
        listing.sold_date,
        listing.photos.length,
      ].map(cell),
    ),
  );
}

function resultLines(preview: ImportPreview): string[] {
  if (preview.needsMap) {
    return ["A CSV needs a column map: add --map MAP.json. lintel import --fields lists its fields."];
  }
  const { read, valid, removals, rejected, photos, reasons, firstNotUtf8: place } = preview;
  const number = (value: number) => value.toLocaleString("en").padStart(10);
  return [
    preview.interrupted ? "Interrupted: the rows up to there have" : "The file has",
    `${number(read)} rows`,
    `${number(valid)} valid`,
    ...(removals > 0 ? [`${number(removals)} of them remove a listing`] : []),
    `${number(rejected)} rejected`,
    ...(photos > 0 ? [`${number(photos)} photos`] : []),
    ...reasons.map(
      ({ reason, rows, line }) =>
        `${number(rows)} ${rows === 1 ? "row" : "rows"}, first in line ${line}: ${reason}`,
    ),
    ...(place ? [`The file is not UTF-8, first at byte ${place.byte} in line ${place.line}.`] : []),
    ...(preview.incomplete?.code === "pages_missing" ? [`${preview.incomplete.message}.`] : []),
    ...(preview.damage === null ? [] : [`${preview.damage}.`]),
  ];
}

function short(text: string): string {
  return text.length > CELL_LENGTH ? `${text.slice(0, CELL_LENGTH - 1)}…` : text;
}
