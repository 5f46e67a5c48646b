/** Colours of the page, as MapLibre reads them. */
export type MapColors = Record<
  "surface" | "raised" | "sunken" | "ink" | "muted" | "brand" | "onBrand" | "line" | "soft",
  string
>;

const names: Record<keyof MapColors, string> = {
  surface: "--surface",
  raised: "--raised",
  sunken: "--sunken",
  ink: "--ink",
  muted: "--ink-muted",
  brand: "--brand",
  onBrand: "--on-brand",
  line: "--line-strong",
  soft: "--soft",
};

/** Reads them in the present light or dark look. A canvas turns every notation of CSS into numbers. */
export function readColors(): MapColors {
  const styles = getComputedStyle(document.documentElement);
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const entries = Object.entries(names).map(([name, property]) => {
    const written = styles.getPropertyValue(property).trim();
    if (!context) return [name, written];
    context.fillStyle = written;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
    return [name, `rgb(${red}, ${green}, ${blue})`];
  });
  return Object.fromEntries(entries) as MapColors;
}
