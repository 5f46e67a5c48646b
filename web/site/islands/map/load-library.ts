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
    // Both end before a failure is told: else the next attempt could get what fails of this one.
    const [library, styles] = await Promise.allSettled([
      import(module) as Promise<MapLibrary>,
      loadStylesheet(stylesheet),
    ]);
    if (library.status === "rejected") throw library.reason;
    if (styles.status === "rejected") throw styles.reason;
    library.value.setWorkerUrl(new URL(worker, location.href).href);
    return library.value;
  }
}
