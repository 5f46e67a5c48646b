import { join, resolve } from "node:path";
import { StartError, text } from "./settings.ts";

/** Where `lintel models install` fetches models from by default. */
export const MODEL_HUB = "https://huggingface.co";

export const modelProviders = ["builtin", "local", "server"] as const;
export type ModelProvider = (typeof modelProviders)[number];

/** The models for texts and photos, and their location; `null` turns a model off. */
export type ModelConfig = {
  provider: ModelProvider;
  /** As set, absolute; see modelFolder. */
  dir: string | null;
  /** Provider `server` only. `url` is the base before `/embeddings`. */
  server: { url: string; key: string | null } | null;
  text: string | null;
  vision: string | null;
  image: string | null;
  /** Whether the builtin models may use the object detector. */
  photoDetector: boolean;
};

/** Names as model servers and model folders have them: `nomic-embed-text:v1.5`, `Xenova/bge-small-en-v1.5`. */
export const modelName = () =>
  text({
    byDefault: null,
    pattern: /^(?!.*\.\.)[A-Za-z0-9][\w.:@/+-]{0,199}$/,
    mustBe: "the name of a model, such as nomic-embed-text or Xenova/bge-small-en-v1.5",
  });

/** Must be a valid header value. */
export const modelServerKey = () =>
  text({
    byDefault: null,
    pattern: /^[\x21-\x7e]{1,500}$/,
    mustBe: "up to 500 characters, in plain ASCII without spaces",
  });

type Read = {
  (name: "MODEL_PROVIDER"): ModelProvider;
  (name: "PHOTO_DETECTOR"): "on" | "off";
  (
    name:
      | "MODEL_DIR"
      | "MODEL_SERVER_URL"
      | "MODEL_SERVER_KEY"
      | "TEXT_MODEL"
      | "VISION_MODEL"
      | "IMAGE_EMBEDDING_MODEL",
  ): string | null;
};

/**
 * @param workingDirectory base of a relative folder.
 * @throws StartError when the provider lacks a required setting.
 */
export function modelConfig(read: Read, workingDirectory: string): ModelConfig {
  const provider = read("MODEL_PROVIDER");
  const dir = read("MODEL_DIR");
  const text = read("TEXT_MODEL");
  const [url, key] = [read("MODEL_SERVER_URL"), read("MODEL_SERVER_KEY")];
  const server = provider === "server" ? { url: serverAddress(url), key } : null;
  if (server !== null && text === null) {
    throw new StartError("TEXT_MODEL must be set when MODEL_PROVIDER is server: the model for texts.");
  }
  return {
    provider,
    dir: dir === null ? null : resolve(workingDirectory, dir),
    server,
    text,
    vision: read("VISION_MODEL"),
    image: read("IMAGE_EMBEDDING_MODEL"),
    photoDetector: read("PHOTO_DETECTOR") === "on",
  };
}

/** The folder of local models. */
export function modelFolder({ models, dataDir }: { models: ModelConfig; dataDir: string }): string {
  return models.dir ?? join(dataDir, "models");
}

function serverAddress(url: string | null): string {
  if (url === null) {
    throw new StartError(
      "MODEL_SERVER_URL must be set when MODEL_PROVIDER is server, such as http://localhost:11434/v1.",
    );
  }
  const { username, password, search, hash, pathname } = new URL(url);
  if (username !== "" || password !== "" || search !== "" || hash !== "") {
    throw new StartError(
      "MODEL_SERVER_URL must be an address without user, password and query; a key goes into MODEL_SERVER_KEY.",
    );
  }
  // Model servers have their routes under /v1, which is often left out of the address.
  return pathname === "/" ? `${url}/v1` : url;
}
