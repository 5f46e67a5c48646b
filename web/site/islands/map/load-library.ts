import { loadStylesheet } from "../load-stylesheet.ts";
import type { MapProps } from "./map-props.ts";

export type MapLibrary = typeof import("maplibre-gl");

let loaded: Promise<MapLibrary> | null = null;

/** Loads MapLibre from the files of its package, once a page. A failure is not kept. */
export function loadLibrary({ module, worker, stylesheet }: MapProps): Promise<MapLibrary> {
  loaded ??= load().catch((error) => {
    loaded = null;
    throw error;
  });
  return loaded;

  async function load(): Promise<MapLibrary> {
    const [library] = await Promise.all([import(module) as Promise<MapLibrary>, loadStylesheet(stylesheet)]);
    library.setWorkerUrl(new URL(worker, location.href).href);
    return library;
  }
}
