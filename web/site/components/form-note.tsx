import type { SiteData } from "../site-data.ts";
import { contactTexts } from "../texts/contact.ts";

/** What becomes of what a form sends. */
export function FormNote({ site }: { site: SiteData }) {
  return (
    <p class="form-note">
      <bdi>{contactTexts.consent(site.name)}</bdi> <a href="/privacy">{contactTexts.privacyLink}</a>
    </p>
  );
}
