import type { SiteData } from "../../site-data.ts";
import { homeTexts } from "../../texts/home.ts";

/** For owners. The form is behind it; where the brokerage has turned forms off, the contact page. */
export function SellStrip({ site }: { site: SiteData }) {
  return (
    <section class="sell-strip" aria-labelledby="sell-title">
      <div class="wide strip">
        <div>
          <h2 id="sell-title">{homeTexts.sellTitle}</h2>
          <p class="quiet">{homeTexts.sellText}</p>
        </div>
        <a class="button" href={site.feature_contact_form ? "/sell" : "/contact"}>
          {homeTexts.sellAction}
        </a>
      </div>
    </section>
  );
}
