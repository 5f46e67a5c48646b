import { measuredTextModel } from "../measured-models.ts";
import type { TextModel } from "../text-model.ts";
import type { ModelEndpoint } from "./model-endpoint.ts";
import { ServerEmbeddings } from "./server-embeddings.ts";

/**
 * The version of the preparation of texts: prefixes and truncation. The server does not report a version of the model.
 */
export const SERVER_VERSION = "server-1";

/** The text model of a server; its name is the server's. */
export function serverTextModel(endpoint: ModelEndpoint): TextModel {
  return measuredTextModel({ name: endpoint.model, version: SERVER_VERSION }, new ServerEmbeddings(endpoint));
}
