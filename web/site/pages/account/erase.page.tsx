import { ErrorSummary } from "../../components/error-summary.tsx";
import { fieldId } from "../../components/field.tsx";
import { errorOf } from "../../forms/form-state.ts";
import { refused, sent } from "../../forms/posted.ts";
import { refusedBy } from "../../forms/refused-by.ts";
import { redirect } from "../../frame/ended.ts";
import { definePage } from "../../frame/page.ts";
import { asClient, type Client, signedInClient } from "../../person/client.ts";
import { accountTexts as texts } from "../../texts/account.ts";

/** `/account/erase`: what an erasure takes, and a confirmation before its mail is sent. */
export const erasePage = definePage<{ client: Client }>({
  path: "/account/erase",
  audience: "person",
  async load(visit) {
    const client = await signedInClient(visit);
    if (!client) return redirect("/account", 303);
    return { head: { title: texts.eraseTitle, noindex: true }, data: { client } };
  },
  post(visit, fields) {
    return asClient(visit, async () => {
      if (fields.get("understood") === "")
        return refused([{ field: "understood", message: texts.eraseUnchecked }]);
      const answer = await visit.api.POST("/api/privacy/own-requests", { body: { kind: "erase" } });
      return answer.response.ok ? sent("/account/erase/sent") : refusedBy(answer, {});
    });
  },
  View({ data: { client }, visit: { form } }) {
    const id = fieldId("understood");
    const error = errorOf(form, "understood");
    return (
      <div class="prose">
        <h1>{texts.eraseTitle}</h1>
        <ErrorSummary form={form} />
        <p>
          <bdi>{texts.eraseLead(client.email)}</bdi>
        </p>
        <ol class="steps">
          {texts.eraseSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <form method="post" class="form">
          <div class={error ? "field invalid" : "field"}>
            {error && (
              <p class="field-error" id={`${id}-error`}>
                {error}
              </p>
            )}
            <label class="check">
              <input
                id={id}
                type="checkbox"
                name="understood"
                value="yes"
                required
                aria-invalid={error ? "true" : undefined}
                aria-describedby={error ? `${id}-error` : undefined}
              />
              {texts.eraseCheck}
            </label>
          </div>
          <p class="actions form-submit">
            <button class="button" type="submit">
              {texts.eraseButton}
            </button>
            <a class="button quiet" href="/account">
              {texts.keep}
            </a>
          </p>
        </form>
      </div>
    );
  },
});
