import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import addKeywords from "ajv-keywords";
import { ownFormats } from "../../src/platform/http/formats.ts";
import { routeSchema } from "../../src/platform/http/route-schema.ts";
import { slices } from "../../src/slices.ts";

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
addKeywords.default(ajv, ["transform"]);
for (const [name, { check }] of Object.entries(ownFormats)) ajv.addFormat(name, check);

const routes = slices
  .flatMap((slice) => slice.routes)
  .map((route) => ({
    method: route.method,
    // Literal segments before parameters, as the router has it.
    rank: (route.path.match(/\{/g) ?? []).length,
    pattern: new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, "[^/]+")}/?$`),
    responses: (routeSchema(route) as { response: Record<string, object> }).response,
    validators: new Map<number, ValidateFunction>(),
  }))
  .sort((a, b) => a.rank - b.rank);

type Declared = { content?: Record<string, { schema: object }> };
const JSON_TYPE = "application/json; charset=utf-8";

/** Fails when a reply's status is not documented for its route, or its type or its JSON is not what the route declares. */
export function expectDeclaredReply(
  method: string,
  path: string,
  reply: { status: number; headers: Record<string, unknown>; body: unknown },
): void {
  const plain = path.split("?", 1)[0] as string;
  const route = routes.find((each) => each.method === method && each.pattern.test(plain));
  if (!route) return;
  const where = `${method} ${plain} answered ${reply.status}`;
  const schema = route.responses[reply.status];
  if (!schema) throw new Error(`${where}, which its route does not declare: ${JSON.stringify(reply.body)}`);
  if (reply.status === 204) return;
  const { content } = schema as Declared;
  // JSON that may be a file too is declared by its bare type.
  const json = content ? content["application/json"]?.schema : schema;
  const types = [...(json ? [JSON_TYPE] : []), ...Object.keys(content ?? {})];
  const type = String(reply.headers["content-type"]);
  if (!types.includes(type)) throw new Error(`${where} with ${type}, where its route declares ${types}`);
  if (!json || type !== JSON_TYPE) return;
  const validate = route.validators.get(reply.status) ?? ajv.compile(json);
  route.validators.set(reply.status, validate);
  if (!validate(reply.body))
    throw new Error(`${where} with a body off its schema: ${ajv.errorsText(validate.errors)}`);
}
