import type { Operation } from "../harness/described-operations.ts";
import type { GeneratedRequest, PathValue } from "./request-arbitrary.ts";

/**
 * The ids that replies have shown, by the name of the path parameter that takes them: so that requests reach records
 * which exist, on every later route too.
 */
export class KnownIds {
  readonly #ids = new Map<string, string[]>();
  /** What the run itself stands on: not for deleting. */
  readonly #kept = new Set<string>();
  /** `/api/admin/agents` → `agent_id`: which parameter follows a collection's path. */
  readonly #parameterAfter = new Map<string, string>();

  constructor(operations: Operation[]) {
    for (const { path } of operations) {
      for (const match of path.matchAll(/\{(\w+)\}/g)) {
        this.#parameterAfter.set(path.slice(0, match.index).replace(/\/$/, ""), match[1] as string);
      }
    }
  }

  add(parameter: string, id: string): void {
    const ids = this.#ids.get(parameter) ?? [];
    if (!ids.includes(id)) ids.push(id);
    // The newest fifty: older ones may be deleted by now, which is worth asking about as well.
    this.#ids.set(parameter, ids.slice(-50));
  }

  keep(parameter: string, id: number): void {
    this.add(parameter, String(id));
    this.#kept.add(`${parameter} ${id}`);
  }

  learn(request: GeneratedRequest, body: unknown): void {
    const parameter = this.#parameterAfter.get(request.path);
    if (!parameter || typeof body !== "object" || body === null) return;
    const { items } = body as { items?: unknown };
    for (const record of Array.isArray(items) ? items : [body]) {
      const id = record?.[parameter] ?? record?.id ?? record?.slug;
      if (typeof id === "string" || typeof id === "number") this.add(parameter, String(id));
    }
  }

  pathOf({ method, path, pathValues, query }: GeneratedRequest): string {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      // A dot alone is no segment: addresses are made whole before they are sent.
      const text = this.#text(name, pathValues[name]).replace(/^\.{1,2}$/, "...");
      return method === "DELETE" && this.#kept.has(`${name} ${Number(text)}`) ? "999999" : encode(text);
    });
    return query.length === 0
      ? filled
      : `${filled}?${query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&")}`;
  }

  #text(name: string, value: PathValue | undefined): string {
    if (value && "text" in value) return value.text;
    const ids = this.#ids.get(name) ?? ["1"];
    return ids[(value?.known ?? 0) % ids.length] as string;
  }
}

/** A lone surrogate cannot be in an address at all. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
