import type { components } from "../../../../client/src/api.generated.ts";
import type { FormFields } from "../../forms/form-fields.ts";
import { type Posted, refused, sent } from "../../forms/posted.ts";
import { refusedBy } from "../../forms/refused-by.ts";
import { dataOrNull } from "../../frame/api.ts";
import { notFound } from "../../frame/ended.ts";
import type { Visit } from "../../frame/visit.ts";
import { signedInClient } from "../../person/client.ts";
import { searchOfSaved } from "../../searches/filters-json.ts";
import { searchPath } from "../../searches/search.ts";
import { formTexts } from "../../texts/forms.ts";
import { searchesTexts as texts } from "../../texts/searches.ts";
import { frequencyOf } from "./frequency-options.ts";

/** What the buttons of a saved search do: `save`, `pause`, `resume`, `open` (its new homes are seen) and `delete`. */
export async function changeSearch(visit: Visit, fields: FormFields): Promise<Posted> {
  const { api, params } = visit;
  if (!(await signedInClient(visit))) return sent("/searches");
  const ofSearch = { params: { path: { id: Number(params.id) } } };
  const search = dataOrNull(await api.GET("/api/v1/searches/{id}", ofSearch));
  if (!search) return notFound();
  switch (fields.get("action")) {
    case "open":
      await api.POST("/api/v1/searches/{id}/seen", ofSearch);
      return sent(searchPath(searchOfSaved(search)));
    case "delete":
      return settled(await api.DELETE("/api/v1/searches/{id}", ofSearch));
    case "pause":
      return change({ frequency: "off" });
    case "resume":
      // One that was paused because mails were unanswered keeps its frequency.
      return change({ frequency: search.frequency === "off" ? "daily" : search.frequency });
    case "save":
      return change({
        name: fields.get("name") || null,
        frequency: frequencyOf(fields.get("frequency")) ?? search.frequency,
      });
    default:
      return refused([{ field: null, message: formTexts.notSent }]);
  }

  async function change(body: components["schemas"]["UpdateSavedSearchRequest"]): Promise<Posted> {
    return settled(await api.PATCH("/api/v1/searches/{id}", { ...ofSearch, body }));
  }

  function settled(answer: { error?: unknown; response: Response }): Posted {
    return answer.response.ok ? sent("/searches") : refusedBy(answer, texts.labels);
  }
}
