export type FontName = "sans" | "medium" | "serif";

const files: Record<FontName, string> = {
  sans: "FiraSans-Regular.ttf",
  medium: "FiraSans-Medium.ttf",
  serif: "SourceSerif4-Semibold.ttf",
};

/** The file of a font that is drawn here: on brochures, and on the cards that other websites show beside a link. */
export function fontFile(name: FontName): URL {
  return new URL(`./fonts/${files[name]}`, import.meta.url);
}
