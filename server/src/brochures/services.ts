import type { Platform } from "../platform/context.ts";
import { BrochurePress } from "./brochure-press.ts";

/** The services of the brochures slice. */
export type UsesBrochures = { brochures: BrochurePress };

export function brochureServices({ clock }: Platform): UsesBrochures {
  return { brochures: new BrochurePress(clock) };
}
