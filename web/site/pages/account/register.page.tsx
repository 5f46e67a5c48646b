import { ErrorSummary } from "../../components/error-summary.tsx";
import { FormNote } from "../../components/form-note.tsx";
import { Honeypot } from "../../components/honeypot.tsx";
import { SenderFields } from "../../components/sender-fields.tsx";
import { sent } from "../../forms/posted.ts";
import { sendOnce } from "../../forms/send-once.ts";
import { definePage } from "../../frame/page.ts";
import { registerTexts } from "../../texts/account.ts";

/** `/account/register`: registers a client of the brokerage (W3). */
export const registerPage = definePage<null>({
  path: "/account/register",
  audience: "everyone",
  async load({ site }) {
    const { title, description } = registerTexts;
    return { head: { title, description: description(site.name), noindex: true }, data: null };
  },
  async post(visit, fields) {
    // Only robots fill in the honeypot. The API would store the registration: it is not sent, and the robot gets the reply of a success.
    if (fields.get("website") !== "") return sent("/account/register/sent");
    const phone = fields.optional("phone");
    const body = { name: fields.get("name"), email: fields.get("email"), ...(phone && { phone }) };
    const { labels } = registerTexts;
    return sendOnce(visit, { to: "/account/register/sent", labels }, async (header) =>
      registrationErrors(await visit.api.POST("/register", { params: { header }, body })),
    );
  },
  View({ visit: { form, site } }) {
    const { labels } = registerTexts;
    return (
      <div class="prose">
        <h1>{registerTexts.title}</h1>
        <p class="quiet reach-lead">{registerTexts.lead}</p>
        <form method="post" class="form">
          <ErrorSummary form={form} />
          <SenderFields form={form} labels={labels} phoneLength={20} />
          <Honeypot />
          <FormNote site={site} />
          <button class="button" type="submit">
            {registerTexts.send}
          </button>
        </form>
        <p>
          {registerTexts.signIn} <a href="/account/sign-in">{registerTexts.signInLink}</a>
        </p>
      </div>
    );
  },
});

type Answer = { error?: unknown; response: Response };

/** Registration has error replies of its own (SPEC: Client registration): its fields' errors as the other operations write them. */
function registrationErrors({ error, response }: Answer): Answer {
  const details = (error as { details?: Record<string, string> } | undefined)?.details;
  if (response.status !== 400 || !details) return { error, response };
  const detail = Object.entries(details).map(([field, msg]) => ({ loc: ["body", field], msg }));
  return { error: { detail }, response: new Response(null, { status: 422 }) };
}
