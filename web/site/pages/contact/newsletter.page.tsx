import { ErrorSummary } from "../../components/error-summary.tsx";
import { Field } from "../../components/field.tsx";
import { FormNote } from "../../components/form-note.tsx";
import { Honeypot } from "../../components/honeypot.tsx";
import { sent } from "../../forms/posted.ts";
import { sendOnce } from "../../forms/send-once.ts";
import { definePage } from "../../frame/page.ts";
import { newsletterTexts } from "../../texts/contact.ts";

/** `/newsletter`: subscribes an address. */
export const newsletterPage = definePage<null>({
  path: "/newsletter",
  audience: "everyone",
  isOn: ({ site }) => site.feature_contact_form,
  async load({ site }) {
    const { title, description } = newsletterTexts;
    return { head: { title, description: description(site.name) }, data: null };
  },
  async post(visit, fields) {
    // Only robots fill in the honeypot. The API would store the subscription: it is not sent, and the robot gets the reply of a success.
    if (fields.get("website") !== "") return sent("/newsletter/sent");
    const name = fields.optional("first_name");
    const body = { email: fields.get("email"), ...(name && { first_name: name }) };
    return sendOnce(visit, { to: "/newsletter/sent", labels: newsletterTexts.labels }, (header) =>
      visit.api.POST("/api/newsletter/subscribe", { params: { header }, body }),
    );
  },
  View({ visit: { form, site } }) {
    const { labels } = newsletterTexts;
    return (
      <div class="prose">
        <h1>{newsletterTexts.title}</h1>
        <p class="quiet reach-lead">{newsletterTexts.lead}</p>
        <form method="post" class="form">
          <ErrorSummary form={form} />
          <Field
            name="email"
            label={labels.email}
            form={form}
            type="email"
            required
            autocomplete="email"
            maxLength={255}
          />
          <Field
            name="first_name"
            label={labels.first_name}
            form={form}
            autocomplete="given-name"
            maxLength={100}
          />
          <Honeypot />
          <FormNote site={site} />
          <button class="button" type="submit">
            {newsletterTexts.send}
          </button>
        </form>
      </div>
    );
  },
});
