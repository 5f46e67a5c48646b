/** The colour of a brokerage that has chosen none. */
const DEFAULT_COLOR = "#24485c";

/** Address of the stylesheet with a brokerage's colours, of what it depends on: the colour and the build. */
export function brandPath(color: string | null, version: string): string {
  return `/brand/${normalColor(color).slice(1)}-${version}.css`;
}

/** `#rrggbb` in lower case; the default for anything else. */
export function normalColor(color: string | null): string {
  return color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : DEFAULT_COLOR;
}
