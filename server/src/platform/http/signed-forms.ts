import type { FastifyInstance } from "fastify";

/** A form that its sender has signed: every field counts, whatever it is called. Of one that comes twice, all values. */
export type SignedForm = {
  form: Record<string, string | string[]>;
  /** What stands in the route's header; empty where there is none. */
  signature: string;
};

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
  for (const [name, value] of new URLSearchParams(body)) {
    const earlier = fields[name];
    fields[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return fields;
}
