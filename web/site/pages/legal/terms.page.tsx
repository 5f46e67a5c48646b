import { definePage } from "../../frame/page.ts";
import { legalTexts, termsSections } from "../../texts/legal.ts";
import { LegalText } from "./legal-text.tsx";

/** `/terms` */
export const termsPage = definePage<null>({
  path: "/terms",
  audience: "everyone",
  async load() {
    return { head: { title: legalTexts.terms, description: legalTexts.termsDescription }, data: null };
  },
  View({ visit: { site } }) {
    return <LegalText title={legalTexts.terms} sections={termsSections(site.name)} site={site} />;
  },
});
