import type { FastifyInstance } from "fastify";

/** A form whose signature covers every field. Repeated fields have all values. */
export type SignedForm = {
  form: Record<string, string | string[]>;
  /** The value of the route's signature header; empty when absent. */
  signature: string;
};

/** A text message with ten pictures has fewer than a hundred. A form with more is treated as empty. */
const MAX_FIELDS = 500;

/** Parses web forms in this scope, up to a size; other bodies are parsed as empty forms. */
export function acceptForms(scope: FastifyInstance, bodyLimit: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit },
    (_request, body, done) => done(null, fieldsOf(body as string)),
  );
  scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, _body, done) =>
    done(null, {}),
  );
}

function fieldsOf(body: string): SignedForm["form"] {
  const fields: SignedForm["form"] = Object.create(null);
  let count = 0;
  for (const [name, value] of new URLSearchParams(body)) {
    if (++count > MAX_FIELDS) return {};
    const earlier = fields[name];
    if (earlier === undefined) fields[name] = value;
    else if (Array.isArray(earlier)) earlier.push(value);
    else fields[name] = [earlier, value];
  }
  return fields;
}
