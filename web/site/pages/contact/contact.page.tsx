import { ErrorSummary } from "../../components/error-summary.tsx";
import { contactBody } from "../../forms/contact-body.ts";
import { sendOnce } from "../../forms/send-once.ts";
import { notFound } from "../../frame/ended.ts";
import { definePage } from "../../frame/page.ts";
import { contactTexts } from "../../texts/contact.ts";
import { type Agent, findAgent } from "../agents/agent.ts";
import { ContactForm } from "./contact-form.tsx";
import { ContactWays } from "./contact-ways.tsx";

/** `/contact`: how the brokerage is reached, and a form (W15). `?agent_slug=` writes to one of its people (W18). */
export const contactPage = definePage<{ agent: Agent | null }>({
  path: "/contact",
  parameters: ["agent_slug"],
  audience: "everyone",
  async load(visit) {
    const { url, site, form } = visit;
    const slug = form?.fields.get("agent_slug") || url.searchParams.get("agent_slug");
    const agent = slug ? await findAgent(visit, slug) : null;
    return {
      head: { title: contactTexts.title, description: contactTexts.description(site.name) },
      data: { agent },
    };
  },
  async post(visit, fields) {
    // Without its form the page has nothing to send (W22).
    if (!visit.site.feature_contact_form) return notFound();
    const own = { subject: fields.get("subject"), message: fields.get("message") };
    const body = contactBody(visit, fields, own);
    const { labels } = contactTexts;
    return sendOnce(visit, { to: "/contact/sent", labels }, (header) =>
      visit.api.POST("/api/contact", { params: { header }, body }),
    );
  },
  View({ data: { agent }, visit }) {
    const { site } = visit;
    return (
      <div class="wide section reach">
        <div>
          <h1>{agent ? <bdi>{contactTexts.headingFor(agent.name)}</bdi> : contactTexts.heading}</h1>
          <p class="quiet reach-lead">{contactTexts.lead}</p>
          <ErrorSummary form={visit.form} />
          {site.feature_contact_form && <ContactForm visit={visit} agent={agent} />}
        </div>
        <ContactWays site={site} />
      </div>
    );
  },
});
