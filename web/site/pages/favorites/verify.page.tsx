import { CodeForm } from "../../components/code-form.tsx";
import { ErrorSummary } from "../../components/error-summary.tsx";
import { LinkButton } from "../../components/link-button.tsx";
import { linkOf, linkRefused } from "../../forms/link-fields.ts";
import { sent } from "../../forms/posted.ts";
import { definePage } from "../../frame/page.ts";
import { signedInClient } from "../../person/client.ts";
import { mergeFavorites } from "../../person/favorites.ts";
import { requestIdOf } from "../../person/request-id.ts";
import { signInTexts as texts } from "../../texts/favorites.ts";

/**
 * `/favorites/verify`: where the link of the mail leads (W3, W20). Opening it uses nothing up: script shows one button for the token after
 * the `#`. The form for the mail's code works without script.
 */
export const verifyPage = definePage<{ requestId: string | null }>({
  path: "/favorites/verify",
  audience: "person",
  signsIn: true,
  async load(visit) {
    const requestId = requestIdOf(visit);
    const title = requestId ? texts.checkTitle : texts.title;
    return { head: { title, description: texts.description, noindex: true }, data: { requestId } };
  },
  async post(visit, fields) {
    const link = linkOf(fields);
    const before = await signedInClient(visit);
    const answer = await visit.api.POST("/api/v1/client-session", { body: link });
    if (!answer.data) return linkRefused(answer, link, texts.labels);
    const own = await mergeFavorites(visit, answer.data, before);
    const cookies = [...answer.response.headers.getSetCookie(), ...own];
    return sent(visit.site.feature_favorites ? "/favorites" : "/account", cookies);
  },
  View({ data: { requestId }, visit: { form } }) {
    return (
      <div class="prose">
        <h1>{requestId ? texts.checkTitle : texts.title}</h1>
        <ErrorSummary form={form} />
        <LinkButton title={texts.linkTitle} text={texts.linkText} button={texts.signIn} />
        <div data-code>
          <p class="reach-lead">{requestId ? texts.checkText : texts.codeText}</p>
          <CodeForm form={form} requestId={requestId} button={texts.signIn} />
          <p>
            {texts.again} <a href="/account/sign-in">{texts.againLink}</a>
          </p>
        </div>
      </div>
    );
  },
});
