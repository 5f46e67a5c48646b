import { CLIENT_COOKIE } from "../http/client-cookie.ts";
import { STAFF_COOKIE } from "../http/staff-cookie.ts";
import { addExamples, type Example } from "./add-examples.ts";
import { type Descriptions, describeFields } from "./describe-fields.ts";
import { describePermissions } from "./describe-permissions.ts";
import type { Document, Schema } from "./document.ts";
import { nameSchemas } from "./name-schemas.ts";
import { shareParts } from "./share-parts.ts";

/** Parts of the document beside the routes. */
export type Described = {
  version: string;
  /** The API's address; on localhost, clients use the address that they have the document from. */
  publicUrl: string;
  /** What the operations of each tag are about. */
  tags: Record<string, string>;
  descriptions: Descriptions;
  /** An example of each operation, by its id; read when the document is asked for. */
  examples: () => Record<string, Example>;
  /** Outgoing requests (OpenAPI: `webhooks`), by name. */
  webhooks: Record<string, object>;
};

/** What the document has beside its operations, for `@fastify/swagger`. */
export function frameOf({ version, tags, webhooks }: Described) {
  return {
    openapi: "3.1.0" as const,
    info: {
      title: "Lintel",
      version,
      description: describePermissions(),
      contact: { name: "The operator of this server" },
      license: { name: "MIT", identifier: "MIT" },
    },
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    webhooks,
    components: {
      securitySchemes: {
        apiKey: {
          type: "apiKey" as const,
          in: "header" as const,
          name: "X-API-Key",
          description: "For servers",
        },
        oidc: {
          type: "http" as const,
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "For browsers: an access token of the OpenID provider",
        },
        staffCookie: {
          type: "apiKey" as const,
          in: "cookie" as const,
          name: STAFF_COOKIE,
          description:
            "For the console, on pages of the same origin: the cookie that `POST /api/auth/sessions` sets. On https its name is " +
            `\`__Host-${STAFF_COOKIE}\`. What is not a GET needs the header \`X-Requested-With: lintel\` and the Origin of this host.`,
        },
        favorites: {
          type: "http" as const,
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "For visitors: the token that a magic link gives",
        },
        clientCookie: {
          type: "apiKey" as const,
          in: "cookie" as const,
          name: CLIENT_COOKIE,
          description:
            "For visitors, on pages of the same origin: the cookie that `POST /api/v1/client-session` sets. On https its name is " +
            `\`__Host-${CLIENT_COOKIE}\``,
        },
      },
    },
  };
}

/** The document as it is served, from the one that has every schema inside its operations. */
export function describeApi(inlined: object, { publicUrl, examples, descriptions }: Described): Document {
  const { openapi, info, ...rest } = JSON.parse(JSON.stringify(inlined, withoutOwnKeywords));
  const url = new URL(publicUrl).hostname === "localhost" ? "/" : publicUrl;
  const servers = [{ url, description: "This server" }];
  const document: Document = { openapi, info, servers, ...rest };
  addExamples(document, examples());
  nameSchemas(document);
  describeFields(document, descriptions);
  shareParts(document);
  return document;
}

/** Keywords of our validator are of no use to readers of the schema; the size of large integers is. */
function withoutOwnKeywords(name: string, value: unknown): unknown {
  const isOwn =
    ((name === "trim" || name === "splitsAtCommas") && value === true) ||
    (name === "transform" && Array.isArray(value));
  if (isOwn) return undefined;
  return isLargeInteger(value) ? { format: "int64", ...value } : value;
}

/** Generated clients have 32 bits for other integers. */
function isLargeInteger(value: unknown): value is Schema {
  const { type, maximum } = (value ?? {}) as Schema;
  return type === "integer" && typeof maximum === "number" && maximum > 2 ** 31 - 1;
}
