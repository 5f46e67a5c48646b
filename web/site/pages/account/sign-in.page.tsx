import { randomUUID } from "node:crypto";
import { ErrorSummary } from "../../components/error-summary.tsx";
import { SignInForm } from "../../components/sign-in-form.tsx";
import { sent } from "../../forms/posted.ts";
import { refusedBy } from "../../forms/refused-by.ts";
import { definePage } from "../../frame/page.ts";
import { pageOfRequest } from "../../person/request-id.ts";
import { signInTexts as texts } from "../../texts/favorites.ts";

/** `/account/sign-in`: sends a link and a code. Each press sends new ones, up to the API's limits. */
export const signInPage = definePage<null>({
  path: "/account/sign-in",
  audience: "everyone",
  async load() {
    return { head: { title: texts.title, description: texts.description, noindex: true }, data: null };
  },
  async post({ api }, fields) {
    const requestId = randomUUID();
    const body = { email: fields.get("email"), request_id: requestId };
    const answer = await api.POST("/api/v1/favorites/magic-link", { body });
    if (!answer.response.ok) return refusedBy(answer, texts.labels);
    // The code is sent with the id of this request: another browser cannot use the tries of this link up.
    return sent(pageOfRequest("/favorites/verify", requestId));
  },
  View({ visit: { form } }) {
    return (
      <div class="prose">
        <h1>{texts.title}</h1>
        <ErrorSummary form={form} />
        <p class="quiet reach-lead">{texts.lead}</p>
        <SignInForm form={form} />
        <p>
          {texts.register} <a href="/account/register">{texts.registerLink}</a>
        </p>
      </div>
    );
  },
});
