/** The colours of captions: the word in the caption and the paint are one entry. */
export const PALETTE = {
  white: "#f6f5f1",
  cream: "#f1e6cf",
  beige: "#dccbb0",
  tan: "#c9a97c",
  gray: "#a3a7aa",
  "light gray": "#cfd2d3",
  charcoal: "#4a4e53",
  black: "#2a2b2d",
  navy: "#2b3f66",
  blue: "#7fa6cf",
  "light blue": "#bcd6e8",
  teal: "#3f8b8b",
  green: "#7fae78",
  sage: "#a9b89b",
  "dark green": "#3f6049",
  yellow: "#edd27a",
  red: "#a8443a",
  terracotta: "#c4744f",
  pink: "#e3b8b4",
  lavender: "#b9aed3",
  brown: "#7a563b",
  oak: "#c79a62",
  "honey oak": "#c98f4c",
  "dark wood": "#5a3a28",
  walnut: "#6e4a32",
  cherry: "#8a4632",
  "weathered wood": "#a48a70",
  stainless: "#c3c8cc",
  stone: "#9d978c",
  brick: "#a9543f",
} as const;

export type ColorName = keyof typeof PALETTE;

function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** The colour `part` of the way from one hex colour to another. */
export function mix(from: string, to: string, part: number): string {
  const a = channels(from);
  const b = channels(to);
  const mixed = a.map((channel, i) => Math.round(channel + (b[i]! - channel) * part));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** Lighter for a positive amount, darker for a negative one (-1 to 1). */
export function shade(hex: string, amount: number): string {
  return amount < 0 ? mix(hex, "#1b1820", -amount) : mix(hex, "#ffffff", amount);
}
