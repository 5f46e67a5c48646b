import { sql } from "kysely";
import type { Example } from "../../src/platform/openapi/add-examples.ts";
import { slices } from "../../src/slices.ts";
import type { Reply, TestApp } from "../harness/test-app.ts";

export type Caller = "visitor" | "admin" | "broker" | "agent";

type Request = Pick<Example, "path" | "query" | "body"> & {
  as?: Caller;
  headers?: Record<string, string>;
  /** Sent, but not shown: a file or a form. */
  payload?: unknown;
};

export type Send = (operationId: string, request?: Request) => Promise<Reply["body"]>;

const SHOWN_ITEMS = 2;
const SHOWN_TEXT = 600;
const routes = new Map(slices.flatMap((slice) => slice.routes).map((each) => [each.operationId, each]));

/** Sends requests of a script, and keeps the first success of each status of each operation as its example. */
export class Recorder {
  readonly examples: Record<string, Example> = {};
  readonly #lintel: TestApp;
  readonly #host: string;
  readonly #keys: Record<Exclude<Caller, "visitor">, string>;

  constructor(lintel: TestApp, host: string, keys: Record<Exclude<Caller, "visitor">, string>) {
    this.#lintel = lintel;
    this.#host = host;
    this.#keys = keys;
  }

  send: Send = async (operationId, { as = "visitor", headers, payload, ...input } = {}) => {
    const route = routes.get(operationId);
    if (!route) throw new Error(`There is no operation ${operationId}.`);
    const { path = {}, query = {}, body } = input;
    const address = route.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])));
    const parameters = Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
      .join("&");
    const sent = payload ?? body;
    const reply = await this.#lintel.call(parameters ? `${address}?${parameters}` : address, {
      method: route.method,
      host: this.#host,
      ...(as !== "visitor" && { key: this.#keys[as] }),
      ...(headers && { headers }),
      ...(sent !== undefined && { body: sent }),
    });
    if (reply.status >= 300) throw new Error(`${operationId} answered ${reply.status}: ${reply.text}`);
    this.#keep(operationId, { ...input, ...shownOf(reply) });
    return reply.body;
  };

  #keep(operationId: string, example: Example): void {
    const first = this.examples[operationId];
    if (first === undefined) {
      this.examples[operationId] = example;
      return;
    }
    const { status, type, reply } = example;
    const known = [first, ...(first.others ?? [])];
    if (reply === undefined || known.some((each) => each.status === status)) return;
    first.others = [...(first.others ?? []), { status, type, reply }];
  }
}

function shownOf({ status, headers, body, text }: Reply): Pick<Example, "status" | "type" | "reply"> {
  const type = String(headers["content-type"]);
  if (body !== null) return { status, type, reply: shortened(body) };
  if (!type.startsWith("text/")) return { status, type };
  return { status, type, reply: text.slice(0, SHOWN_TEXT) };
}

/** Secrets of the run are of no use, and look like leaks. */
const SECRET_FIELDS = new Set(["key", "secret", "auth_token", "unsubscribe_url"]);
const SECRET_LENGTH = 30;

/** Lists with their first items; secrets with their beginning. */
function shortened(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.slice(0, SHOWN_ITEMS).map((each) => shortened(each));
  if (typeof value === "string" && SECRET_FIELDS.has(name) && value.length > SECRET_LENGTH) {
    return `${value.slice(0, 12)}…`;
  }
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, shortened(each, field)]));
}

/** The link in the last mail of a kind. */
export async function linkInMail(lintel: TestApp, kind: string): Promise<URL> {
  return new URL(await dataInMail(lintel, kind, "url"));
}

/** The code in the last mail of a kind. */
export function codeInMail(lintel: TestApp, kind: string): Promise<string> {
  return dataInMail(lintel, kind, "code");
}

async function dataInMail({ database }: TestApp, kind: string, name: string): Promise<string> {
  const row = await database.db
    .selectFrom("messages")
    .select(sql<string>`content -> 'data' ->> ${name}`.as("text"))
    .where("kind", "=", kind)
    .where("content", "is not", null)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return row.text;
}
