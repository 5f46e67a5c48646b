import type { ModelConfig } from "../../platform/config/model-settings.ts";
import type { ImageModel, Models } from "../models.ts";
import { modelId, type TextModel } from "../text-model.ts";
import { ModelEndpoint, type Timings } from "./model-endpoint.ts";
import { SERVER_VERSION, serverTextModel } from "./server-embeddings.ts";
import { serverImageModel } from "./server-image-model.ts";
import { serverVisionModel } from "./server-vision-model.ts";

/** The models of a server (MODEL_PROVIDER=server); without an image or vision model there, those of `otherwise`. */
export function openServerModels(
  { server, text, image, vision }: ModelConfig,
  otherwise: Pick<Models, "textModelOf" | "images" | "imageModelOf" | "vision">,
  timings?: Timings,
): Models {
  if (server === null || text === null) throw new TypeError("a model server without address or text model");
  const endpoints: ModelEndpoint[] = [];
  // One circuit breaker per model: failures of the vision model do not affect searches.
  const endpointOf = (model: string) => {
    const endpoint = new ModelEndpoint(server, model, timings);
    endpoints.push(endpoint);
    return endpoint;
  };
  const texts = new Map<string, TextModel>();
  const textModel = (name: string): TextModel => {
    const found = texts.get(name) ?? serverTextModel(endpointOf(name));
    texts.set(name, found);
    return found;
  };
  const imageModels = new Map<string, ImageModel>();
  const imageModel = (name: string): ImageModel => {
    const found = imageModels.get(name) ?? serverImageModel(endpointOf(name));
    imageModels.set(name, found);
    return found;
  };
  const ownVision = vision === null ? null : serverVisionModel(endpointOf(vision));
  return {
    provider: "server",
    serverAnswers: () => endpoints.every(({ answers }) => answers),
    text: textModel(text),
    textModelOf(id) {
      const name = ownName(id);
      return name === null ? otherwise.textModelOf(id) : textModel(name);
    },
    get images() {
      return image === null ? otherwise.images : imageModel(image);
    },
    imageModelOf(id) {
      const name = ownName(id);
      return name === null ? otherwise.imageModelOf(id) : imageModel(name);
    },
    get vision() {
      return ownVision ?? otherwise.vision;
    },
    async close() {
      for (const endpoint of endpoints) endpoint.close();
    },
  };
}

/** The name of a model of the server by its id; null for models of other providers. */
function ownName(id: string): string | null {
  const name = id.slice(0, id.lastIndexOf("@"));
  return name !== "" && id === modelId({ name, version: SERVER_VERSION }) ? name : null;
}
