import { definePage } from "../../frame/page.ts";
import { legalTexts, privacySections } from "../../texts/legal.ts";
import { LegalText } from "./legal-text.tsx";

/** `/privacy`: what is recorded and how it is refused. It says whether this browser refuses, so that nothing stores it (W21). */
export const privacyPage = definePage<{ refuses: boolean }>({
  path: "/privacy",
  audience: "person",
  async load({ person }) {
    return {
      head: { title: legalTexts.privacy, description: legalTexts.privacyDescription },
      data: { refuses: person?.refusesTracking === true },
    };
  },
  View({ data: { refuses }, visit: { site } }) {
    return (
      <LegalText title={legalTexts.privacy} sections={privacySections(site.name)} site={site}>
        <p id="tracking-signal" class="notice" data-refused={String(refuses)}>
          {refuses ? legalTexts.signalHonoured : legalTexts.signalMissing}
        </p>
      </LegalText>
    );
  },
});
