import { resolve } from "node:path";
import { text } from "./settings.ts";

/** `MAP_TILES`: the archive of the websites' base map. */
export const mapTilesSetting = text({
  byDefault: null,
  pattern: /^[^\0]+\.pmtiles(\?.*)?$/,
  mustBe: "a file or an http(s) address that ends with .pmtiles",
});

/** @param folder from which Lintel is started, in which relative paths stand. */
export function mapTilesAddress(given: string | null, folder: string): string | null {
  if (given === null || /^https?:\/\//.test(given)) return given;
  return resolve(folder, given);
}
