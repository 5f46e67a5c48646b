import type { FastifyInstance } from "fastify";

/** A form that its sender has signed: every field counts, whatever it is called. Of one that comes twice, all values. */
export type SignedForm = {
  form: Record<string, string | string[]>;
  /** What stands in the route's header; empty where there is none. */
  signature: string;
};

/** A text with ten pictures has fewer than a hundred. What has more is taken for a form without any. */
const MOST_FIELDS = 500;

/** Makes web forms readable in this scope, up to a size; a body of another kind is a form without fields. */
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
    if (++count > MOST_FIELDS) return {};
    const earlier = fields[name];
    if (earlier === undefined) fields[name] = value;
    else if (Array.isArray(earlier)) earlier.push(value);
    else fields[name] = [earlier, value];
  }
  return fields;
}
