import { CodeForm } from "../../components/code-form.tsx";
import { ErrorSummary } from "../../components/error-summary.tsx";
import { LinkButton } from "../../components/link-button.tsx";
import { linkOf, linkRefused } from "../../forms/link-fields.ts";
import { sent } from "../../forms/posted.ts";
import { definePage } from "../../frame/page.ts";
import { signedInClient } from "../../person/client.ts";
import { mergeFavorites } from "../../person/favorites.ts";
import { requestIdOf } from "../../person/request-id.ts";
import { searchesTexts as texts } from "../../texts/searches.ts";

/** `/searches/confirm`: where the link that saves a visitor's search leads. As `/favorites/verify`, it signs the visitor in. */
export const confirmPage = definePage<{ requestId: string | null }>({
  path: "/searches/confirm",
  audience: "person",
  signsIn: true,
  async load(visit) {
    const requestId = requestIdOf(visit);
    const title = requestId ? texts.checkTitle : texts.confirmTitle;
    return { head: { title, description: texts.confirmDescription, noindex: true }, data: { requestId } };
  },
  async post(visit, fields) {
    const link = linkOf(fields);
    const before = await signedInClient(visit);
    const answer = await visit.api.POST("/api/v1/searches/confirm", { body: link });
    if (!answer.data) return linkRefused(answer, link, texts.labels);
    const own = await mergeFavorites(visit, answer.data, before);
    return sent("/searches", [...answer.response.headers.getSetCookie(), ...own]);
  },
  View({ data: { requestId }, visit: { form } }) {
    return (
      <div class="prose">
        <h1>{requestId ? texts.checkTitle : texts.confirmTitle}</h1>
        <ErrorSummary form={form} />
        <LinkButton title={texts.linkTitle} text={texts.linkText} button={texts.confirmButton} />
        <div data-code>
          <p class="reach-lead">{requestId ? texts.checkText : texts.codeText}</p>
          <CodeForm form={form} requestId={requestId} button={texts.confirmButton} />
        </div>
      </div>
    );
  },
});
