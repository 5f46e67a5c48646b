import { randomUUID } from "node:crypto";
import type { FormFields } from "../../forms/form-fields.ts";
import { type Posted, refused, sent } from "../../forms/posted.ts";
import { refusedBy } from "../../forms/refused-by.ts";
import type { Visit } from "../../frame/visit.ts";
import { signedInClient } from "../../person/client.ts";
import { pageOfRequest } from "../../person/request-id.ts";
import { newSearchOf, savedBody } from "../../searches/new-search.ts";
import { searchesTexts as texts } from "../../texts/searches.ts";
import { frequencyOf } from "./frequency-options.ts";

/** Saves a search: at once for who is signed in, else once the link or the code of a mail is used. */
export async function postSearch(visit: Visit, fields: FormFields): Promise<Posted> {
  const search = newSearchOf(visit, (name) => fields.all(name));
  if (!search) return refused([{ field: null, message: texts.nothing }]);
  const client = await signedInClient(visit);
  const email = fields.optional("email");
  if (!client && !email) return refused([{ field: "email", message: texts.needsEmail }]);
  const requestId = randomUUID();
  const name = fields.optional("name");
  const answer = await visit.api.POST("/api/v1/searches", {
    body: {
      ...savedBody(search),
      ...(name && { name }),
      frequency: frequencyOf(fields.get("frequency")) ?? "daily",
      channels: ["email"],
      events: ["new", "price_drop", "back_on_market"],
      ...(!client && { email: email as string, request_id: requestId }),
    },
  });
  if (!answer.response.ok) return refusedBy(answer, texts.labels, { query: "filters" });
  return sent(client ? "/searches" : pageOfRequest("/searches/confirm", requestId));
}
