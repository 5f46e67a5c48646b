import { type Document, operationsOf, type Parameter, pascal, type Response } from "./document.ts";

const LEAST_USES = 3;

/** The names of error replies that most operations share, by status. */
const RESPONSE_NAMES: Record<string, string> = {
  400: "BadRequest",
  401: "Unauthenticated",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  413: "TooLarge",
  415: "UnsupportedType",
  422: "Invalid",
  429: "TooManyRequests",
  500: "Failed",
  503: "Unavailable",
};

/**
 * Moves error replies and parameters that are equal in several operations to `components.responses` and `components.parameters`:
 * without this they are most of the document. Of several groups with one name, the largest gets the plain one.
 */
export function shareParts(document: Document): void {
  const operations = operationsOf(document.paths);
  const responses = new Shared<Response>("responses");
  const parameters = new Shared<Parameter>("parameters");
  for (const { responses: replies, parameters: fields = [] } of operations) {
    for (const [status, reply] of Object.entries(replies)) {
      const name = RESPONSE_NAMES[status];
      if (name) responses.count(name, reply);
    }
    for (const each of fields) if ("name" in each) parameters.count(pascal(each.name), each);
  }
  for (const operation of operations) {
    for (const [status, reply] of Object.entries(operation.responses)) {
      operation.responses[status] = responses.referenceTo(reply) as Response;
    }
    operation.parameters = operation.parameters?.map((each) =>
      "name" in each ? parameters.referenceTo(each) : each,
    );
  }
  document.components.responses = responses.components();
  document.components.parameters = parameters.components();
}

class Shared<Part extends object> {
  #kind: string;
  #uses = new Map<string, { name: string; part: Part; uses: number }>();
  #named: Map<string, string> | null = null;

  constructor(kind: string) {
    this.#kind = kind;
  }

  count(name: string, part: Part): void {
    const key = JSON.stringify(part);
    const known = this.#uses.get(key);
    if (known) known.uses++;
    else this.#uses.set(key, { name, part, uses: 1 });
  }

  referenceTo(part: Part): Part | { $ref: string } {
    const name = this.#names().get(JSON.stringify(part));
    return name === undefined ? part : { $ref: `#/components/${this.#kind}/${name}` };
  }

  components(): Record<string, Part> {
    const parts = [...this.#names()].map(
      ([key, name]) => [name, this.#uses.get(key)?.part] as [string, Part],
    );
    return Object.fromEntries(parts.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  #names(): Map<string, string> {
    if (this.#named) return this.#named;
    const taken = new Map<string, number>();
    const frequent = [...this.#uses]
      .filter(([, { uses }]) => uses >= LEAST_USES)
      .toSorted(([, a], [, b]) => b.uses - a.uses);
    this.#named = new Map(
      frequent.map(([key, { name }]) => {
        const number = (taken.get(name) ?? 0) + 1;
        taken.set(name, number);
        return [key, number === 1 ? name : `${name}${number}`];
      }),
    );
    return this.#named;
  }
}
