import { contactBody } from "../../forms/contact-body.ts";
import { sendOnce } from "../../forms/send-once.ts";
import { definePage } from "../../frame/page.ts";
import { sellTexts } from "../../texts/contact.ts";
import { SellForm } from "./sell-form.tsx";

/** The API's longest subject. */
const SUBJECT_LENGTH = 200;

/** `/sell`: for owners. A contact form whose subject makes it a seller's. */
export const sellPage = definePage<null>({
  path: "/sell",
  audience: "everyone",
  isOn: ({ site }) => site.feature_contact_form,
  async load({ site }) {
    return { head: { title: sellTexts.title, description: sellTexts.description(site.name) }, data: null };
  },
  async post(visit, fields) {
    const address = fields.get("address");
    const own = {
      // Empty, the API asks for it: as the address.
      subject: address && shortened(sellTexts.subject(address)),
      message: sellTexts.message(address, fields.get("soon"), fields.get("message")),
    };
    const body = contactBody(visit, fields, own);
    const { labels } = sellTexts;
    return sendOnce(visit, { to: "/sell/sent", labels, names: { subject: "address" } }, (header) =>
      visit.api.POST("/api/contact", { params: { header }, body }),
    );
  },
  View({ visit }) {
    return (
      <div class="wide section reach">
        <div>
          <h1>{sellTexts.title}</h1>
          <p class="quiet reach-lead">{sellTexts.lead}</p>
          <SellForm visit={visit} />
        </div>
        <aside class="ways" aria-labelledby="steps-title">
          <h2 id="steps-title">{sellTexts.steps}</h2>
          <ol class="steps">
            {sellTexts.stepList.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </aside>
      </div>
    );
  },
});

function shortened(subject: string): string {
  const characters = Array.from(subject);
  return characters.length <= SUBJECT_LENGTH ? subject : characters.slice(0, SUBJECT_LENGTH).join("");
}
