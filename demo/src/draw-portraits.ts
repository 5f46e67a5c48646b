import { drawPortrait } from "../drawings/portrait.ts";
import { STAFF } from "./staff.ts";
import { type Shelf, storeDrawing } from "./store-drawing.ts";

/** Where an agent's portrait is kept. */
export function portraitKey(slug: string): string {
  return `demo/agents/${slug}.jpg`;
}

/** Draws the agents of the demo brokerage; portraits that are there stay. */
export async function drawPortraits(storage: Shelf): Promise<void> {
  for (const { slug, portrait } of STAFF)
    await storeDrawing(storage, portraitKey(slug), () => drawPortrait(portrait));
}
