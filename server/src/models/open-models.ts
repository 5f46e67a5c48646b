import type { Config } from "../platform/config/config.ts";
import type { Platform } from "../platform/context.ts";
import type { Log } from "../platform/log.ts";
import { closePhotoThreads } from "./builtin/attributes/photo-threads.ts";
import { builtinImageModel, imageModelWithObjects } from "./builtin/builtin-image-model.ts";
import { builtinTextModel } from "./builtin/builtin-text-model.ts";
import { builtinVisionModel, visionModelWithObjects } from "./builtin/builtin-vision-model.ts";
import { ObjectDetector } from "./builtin/objects/object-detector.ts";
import { openLocalModels } from "./local/local-models.ts";
import type { Models } from "./models.ts";
import { openServerModels } from "./server/server-models.ts";
import { modelId } from "./text-model.ts";

/**
 * The models of MODEL_PROVIDER. They are loaded or called on first use, so that startup does not depend on a model
 * server. requireLocalModels has the checks at startup.
 */
export function openModels(config: Pick<Config, "models" | "dataDir">, log: Log): Models {
  const builtin = builtinModels(openDetector(config, log));
  switch (config.models.provider) {
    case "server":
      return closingToo(openServerModels(config.models, builtin), builtin);
    case "local":
      return closingToo(openLocalModels(config, log, builtin), builtin);
    case "builtin":
      return builtin;
  }
}

/** Null: switched off, or all photos are left to other models. */
function openDetector({ models }: Pick<Config, "models">, log: Log): ObjectDetector | null {
  if (models.provider === "local") return null;
  if (models.provider === "server" && models.image !== null && models.vision !== null) return null;
  if (models.photoDetector) return new ObjectDetector({ log });
  log.info("object detector off (PHOTO_DETECTOR), photos are described without it");
  return null;
}

function builtinModels(detector: ObjectDetector | null): Models {
  const withObjects = {
    images: imageModelWithObjects(detector),
    vision: detector && visionModelWithObjects(detector),
    /** Words and pictures are compared with stored vectors also while the detector is unavailable. */
    imagesOfQueries: imageModelWithObjects(null),
  };
  const isAvailable = () => detector?.isAvailable ?? false;
  return {
    provider: "builtin",
    serverAnswers: () => null,
    text: builtinTextModel,
    textModelOf: (id) => (id === modelId(builtinTextModel) ? builtinTextModel : null),
    get images() {
      return isAvailable() ? withObjects.images : builtinImageModel;
    },
    imageModelOf(id) {
      if (id === modelId(builtinImageModel)) return builtinImageModel;
      if (id !== modelId(withObjects.images)) return null;
      return isAvailable() ? withObjects.images : withObjects.imagesOfQueries;
    },
    get vision() {
      return (isAvailable() && withObjects.vision) || builtinVisionModel;
    },
    async close() {
      await detector?.close();
      await closePhotoThreads();
    },
  };
}

/** Photo quality is always measured in this process's threads, so they are closed with any provider's models. */
function closingToo(models: Models, builtin: Models): Models {
  const close = models.close;
  // Assigned, not copied: a copy would fix the values of getters.
  models.close = async () => {
    await close();
    await builtin.close();
  };
  return models;
}

/** The models of texts and photos. */
export type UsesModels = { models: Models };

export function modelServices({ config, log }: Platform): UsesModels {
  return { models: openModels(config, log) };
}
