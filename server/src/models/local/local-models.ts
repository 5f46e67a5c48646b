import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Config } from "../../platform/config/config.ts";
import { modelFolder } from "../../platform/config/model-settings.ts";
import type { Log } from "../../platform/log.ts";
import { measuredImageModel, measuredTextModel } from "../measured-models.ts";
import type { ImageModel, Models } from "../models.ts";
import type { TextModel } from "../text-model.ts";
import { LocalVectors } from "./local-vectors.ts";
import { LocalWorker } from "./local-worker.ts";
import { fingerprint, localNames, modelExists, packageFolder } from "./model-files.ts";
import { zeroShotVision } from "./zero-shot-vision.ts";

/** The models of MODEL_DIR. They run in a worker thread, which starts with the first request. */
export function openLocalModels(
  config: Pick<Config, "models" | "dataDir">,
  log: Log,
  otherwise: Pick<Models, "textModelOf" | "imageModelOf">,
): Models {
  const dir = modelFolder(config);
  const names = localNames(config.models);
  const worker = new LocalWorker({
    script: pathToFileURL(join(packageFolder, "src/worker.ts")),
    // One core is left for requests.
    setup: { dir, threads: Math.max(1, availableParallelism() - 1) },
    log,
  });
  const vectorsOf = (folder: string) => new LocalVectors(worker, folder);
  const named = (name: string) => ({ name, version: `local-1-${fingerprint(dir, name)}` });

  const imageModels = new Map<string, ImageModel>();
  const imageModel = (name: string): ImageModel => {
    const found = imageModels.get(name) ?? measuredImageModel(named(name), vectorsOf(name));
    imageModels.set(name, found);
    return found;
  };
  const images = imageModel(names.image);
  /** The name of a model by its id, if its files exist unchanged. */
  const nameThere = (id: string): string | null => {
    const name = id.slice(0, id.lastIndexOf("@"));
    const isThere = isModelName(name) && modelExists(dir, name);
    return isThere && id === `${name}@${named(name).version}` ? name : null;
  };
  const texts = new Map<string, TextModel>();
  const textModel = (name: string): TextModel => {
    const found = texts.get(name) ?? measuredTextModel(named(name), vectorsOf(name));
    texts.set(name, found);
    return found;
  };
  return {
    provider: "local",
    serverAnswers: () => null,
    text: textModel(names.text),
    textModelOf(id) {
      const name = nameThere(id);
      return name === null ? otherwise.textModelOf(id) : textModel(name);
    },
    images,
    imageModelOf(id) {
      const name = nameThere(id);
      return name === null ? otherwise.imageModelOf(id) : imageModel(name);
    },
    vision: zeroShotVision({
      images,
      caption: names.vision === null ? null : { ...named(names.vision), worker, folder: names.vision },
    }),
    close: () => worker.close(),
  };
}

/** A stored id may name a model of another provider; only folder names are valid here. */
function isModelName(name: string): boolean {
  return /^[A-Za-z0-9][\w.:/+-]*$/.test(name) && !name.includes("..");
}
