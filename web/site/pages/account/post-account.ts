import type { FormFields } from "../../forms/form-fields.ts";
import { type Posted, refused, sent } from "../../forms/posted.ts";
import { refusedBy } from "../../forms/refused-by.ts";
import { dataOf } from "../../frame/api.ts";
import type { Visit } from "../../frame/visit.ts";
import { asClient } from "../../person/client.ts";
import { favoritesCookie } from "../../person/favorites-cookie.ts";
import { accountTexts as texts } from "../../texts/account.ts";
import { frequencyOf } from "../searches/frequency-options.ts";

/** What the buttons of the account page do: `favorite-alerts`, `export` and `sign-out`. */
export async function postAccount(visit: Visit, fields: FormFields): Promise<Posted> {
  const { api } = visit;
  switch (fields.get("action")) {
    case "sign-out":
      return signOut(visit);
    case "export":
      return asClient(visit, async () => {
        const answer = await api.POST("/api/privacy/own-requests", { body: { kind: "export" } });
        return answer.response.ok ? sent("/account/export/sent") : refusedBy(answer, texts.labels);
      });
    case "favorite-alerts":
      return asClient(visit, async () => {
        const frequency = frequencyOf(fields.get("frequency"));
        const body = frequency ? { frequency } : {};
        const answer = await api.PATCH("/api/v1/favorites/alerts", { body });
        return answer.response.ok ? sent("/account") : refusedBy(answer, texts.labels);
      });
    default:
      return refused([{ field: null, message: texts.unknownAction }]);
  }
}

/** Without a session too. The next person at this browser does not see the favorites of this one. */
async function signOut(visit: Visit): Promise<Posted> {
  const answer = await visit.api.DELETE("/api/v1/client-session");
  dataOf(answer);
  return sent("/account/sign-out/sent", [
    ...answer.response.headers.getSetCookie(),
    favoritesCookie(visit, []),
  ]);
}
