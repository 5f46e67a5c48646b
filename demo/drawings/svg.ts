/** Shapes of an SVG picture as strings; a picture is shapes joined in painting order. */
export const WIDTH = 1024;
export const HEIGHT = 683;

export type Point = readonly [number, number];

// One decimal keeps the strings short and equal on every machine.
const short = (value: number) => String(Math.round(value * 10) / 10);

export function polygon(points: readonly Point[], fill: string, more = ""): string {
  const list = points.map(([x, y]) => `${short(x)},${short(y)}`).join(" ");
  return `<polygon points="${list}" fill="${fill}" ${more}/>`;
}

export function rect(x: number, y: number, width: number, height: number, fill: string, more = ""): string {
  const size = `width="${short(width)}" height="${short(height)}"`;
  return `<rect x="${short(x)}" y="${short(y)}" ${size} fill="${fill}" ${more}/>`;
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, more = ""): string {
  return `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(rx)}" ry="${short(ry)}" fill="${fill}" ${more}/>`;
}

/** Many lines in one element: far cheaper to render than one element each. */
export function lines(
  pairs: readonly (readonly [Point, Point])[],
  stroke: string,
  width: number,
  more = "",
): string {
  const d = pairs.map(([a, b]) => `M${short(a[0])} ${short(a[1])}L${short(b[0])} ${short(b[1])}`).join("");
  return `<path d="${d}" stroke="${stroke}" stroke-width="${short(width)}" fill="none" ${more}/>`;
}

export function path(d: string, fill: string, more = ""): string {
  return `<path d="${d}" fill="${fill}" ${more}/>`;
}

/** A gradient from top to bottom, used as `url(#id)`. */
export function fade(id: string, ...colors: string[]): string {
  return gradient(`<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">`, colors, "</linearGradient>");
}

/** A gradient from the middle outwards, used as `url(#id)`; the last colour is transparent. */
export function glow(id: string, color: string): string {
  const stops = `<stop offset="0" stop-color="${color}" stop-opacity="0.85"/><stop offset="1" stop-color="${color}" stop-opacity="0"/>`;
  return `<radialGradient id="${id}">${stops}</radialGradient>`;
}

function gradient(open: string, colors: string[], close: string): string {
  const stops = colors.map(
    (color, i) => `<stop offset="${short(i / Math.max(1, colors.length - 1))}" stop-color="${color}"/>`,
  );
  return open + stops.join("") + close;
}

export function group(content: string, more: string): string {
  return `<g ${more}>${content}</g>`;
}

/** The finished picture; `mirrored` swaps left and right. */
export function picture(content: string, mirrored = false): string {
  const body = mirrored ? group(content, `transform="translate(${WIDTH} 0) scale(-1 1)"`) : content;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${body}</svg>`;
}
