import { measuredTextModel } from "../measured-models.ts";
import type { TextModel } from "../text-model.ts";
import type { ModelEndpoint } from "./model-endpoint.ts";
import { ServerEmbeddings } from "./server-embeddings.ts";

/** Of our part in it: prefixes, and where texts are cut. What the server has behind a name it does not say. */
export const SERVER_VERSION = "server-1";

/** The text model of a server. Its name is the server's; another name is another model. */
export function serverTextModel(endpoint: ModelEndpoint): TextModel {
  return measuredTextModel({ name: endpoint.model, version: SERVER_VERSION }, new ServerEmbeddings(endpoint));
}
