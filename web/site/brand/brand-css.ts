import { type Palette, palettes } from "./palette.ts";

/** The stylesheet with the colours of a brokerage, as custom properties: `inkMuted` is `--ink-muted`. */
export function brandCss(primary: string): string {
  const { light, dark } = palettes(primary);
  return `:root{color-scheme:light dark;${properties(light)}}
@media (prefers-color-scheme:dark){:root{${properties(dark)}}}
@media print{:root{color-scheme:light;${properties(light)}}}
`;
}

function properties(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, value]) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`)
    .join(";");
}
