import { loadStylesheet } from "../load-stylesheet.ts";
import type { MapProps } from "./map-props.ts";

export type MapLibrary = typeof import("maplibre-gl");

let loaded: Promise<MapLibrary> | null = null;

/** Loads MapLibre from the files of its package, once a page. */
export function loadLibrary({ module, worker, stylesheet }: MapProps): Promise<MapLibrary> {
  loaded ??= Promise.all([import(module) as Promise<MapLibrary>, loadStylesheet(stylesheet)]).then(
    ([library]) => {
      library.setWorkerUrl(new URL(worker, location.href).href);
      return library;
    },
  );
  return loaded;
}
