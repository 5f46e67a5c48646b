import type { Platform } from "../platform/context.ts";
import type { Models } from "./models.ts";
import { openModels } from "./open-models.ts";

/** The models of texts and photos. */
export type UsesModels = { models: Models };

export function modelServices({ config, log }: Platform): UsesModels {
  return { models: openModels(config, log) };
}
