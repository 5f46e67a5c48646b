import { definePage } from "../../frame/page.ts";
import { accessibilitySections, legalTexts } from "../../texts/legal.ts";
import { LegalText } from "./legal-text.tsx";

/** `/accessibility` */
export const accessibilityPage = definePage<null>({
  path: "/accessibility",
  audience: "everyone",
  async load() {
    return {
      head: { title: legalTexts.accessibility, description: legalTexts.accessibilityDescription },
      data: null,
    };
  },
  View({ visit: { site } }) {
    return (
      <LegalText
        title={legalTexts.accessibility}
        sections={accessibilitySections(site.name, site.feature_map_search)}
        site={site}
      />
    );
  },
});
