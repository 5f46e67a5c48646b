import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { AppError } from "../../platform/errors.ts";
import { type ColumnMap, parseColumnMap } from "./column-map.ts";
import { readRejectsOrigin } from "./rejects-of-import.ts";

/** Absolute paths; `map` is for CSV. Without `source`, the map's, else the file's name. */
export type ImportOptionsInput = {
  file: string;
  map?: string | undefined;
  source?: string | undefined;
};

export type FileOptions = {
  map: ColumnMap | null;
  mapFile: string | undefined;
  source: string;
  /** It looks like a CSV, and there is no map. */
  needsMap: boolean;
  isRejectsFile: boolean;
};

/** How a file is imported. A rejects file names its source and map itself. */
export async function readImportOptions(input: ImportOptionsInput): Promise<FileOptions> {
  const origin = await readRejectsOrigin(input.file);
  const mapFile = input.map ?? origin?.map;
  const map = mapFile ? parseColumnMap(await readText(mapFile)) : null;
  return {
    map,
    mapFile,
    source: sourceName(input.source ?? origin?.source ?? map?.source, input.file),
    needsMap: map === null && /\.(csv|tsv|txt)(\.gz)?$/i.test(input.file),
    isRejectsFile: origin !== null,
  };
}

/** Without a given name, the file's. */
function sourceName(given: string | undefined, file: string): string {
  const withoutRejects = basename(file).replace(/(\.rejects\.ndjson)+$/i, "");
  const name = given ?? withoutRejects.replace(/\.(ndjson|jsonl|json|csv|tsv|txt)?(\.gz)?$/i, "");
  const plain = name.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "");
  if (plain === "") throw new AppError("bad_request", "Name the source: add --source NAME");
  return plain.slice(0, 100);
}

async function readText(file: string): Promise<string> {
  return readFile(file, "utf8").catch((cause) => {
    throw new AppError("bad_request", `Cannot read the column map ${file}: ${cause.message}`, { cause });
  });
}
