import type { Config } from "../platform/config/config.ts";
import type { Platform } from "../platform/context.ts";
import type { Log } from "../platform/log.ts";
import { closePhotoThreads } from "./builtin/attributes/photo-threads.ts";
import { builtinImageModel } from "./builtin/builtin-image-model.ts";
import { builtinTextModel } from "./builtin/builtin-text-model.ts";
import { builtinVisionModel } from "./builtin/builtin-vision-model.ts";
import { openLocalModels } from "./local/local-models.ts";
import type { Models } from "./models.ts";
import { openServerModels } from "./server/server-models.ts";
import { modelId } from "./text-model.ts";

/**
 * The models of MODEL_PROVIDER. They are loaded or called on first use, so that startup does not depend on a model
 * server. requireLocalModels has the checks at startup.
 */
export function openModels(config: Pick<Config, "models" | "dataDir">, log: Log): Models {
  const builtin: Models = {
    provider: "builtin",
    serverAnswers: () => null,
    text: builtinTextModel,
    textModelOf: (id) => (id === modelId(builtinTextModel) ? builtinTextModel : null),
    images: builtinImageModel,
    imageModelOf: (id) => (id === modelId(builtinImageModel) ? builtinImageModel : null),
    vision: builtinVisionModel,
    close: closePhotoThreads,
  };
  switch (config.models.provider) {
    case "server":
      return withPhotoThreads(openServerModels(config.models, builtin));
    case "local":
      return withPhotoThreads(openLocalModels(config, log, builtin));
    case "builtin":
      return builtin;
  }
}

/** Photo quality is always measured in this process's threads, so they are closed with any provider's models. */
function withPhotoThreads(models: Models): Models {
  const close = async () => {
    await models.close();
    await closePhotoThreads();
  };
  return { ...models, close };
}

/** The models of texts and photos. */
export type UsesModels = { models: Models };

export function modelServices({ config, log }: Platform): UsesModels {
  return { models: openModels(config, log) };
}
