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
    const [library] = await Promise.all([import(module) as Promise<MapLibrary>, loadStyles(stylesheet)]);
    library.setWorkerUrl(new URL(worker, location.href).href);
    return library;
  }
}

function loadStyles(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => reject(new Error("The map's styles were not loaded")));
    // Before the page's own, which adapt them.
    document.head.prepend(link);
  });
}
