import { phoneUri } from "../../../shared/phones.ts";
import { Icon } from "../../icons/icon.tsx";
import type { SiteData } from "../../site-data.ts";
import { homeTexts } from "../../texts/home.ts";

/** How the brokerage is reached: by telephone, by mail, by the form. */
export function ContactStrip({ site: { primary_contact: contact } }: { site: SiteData }) {
  return (
    <section class="wide section" aria-labelledby="contact-title">
      <h2 id="contact-title">{homeTexts.contactTitle}</h2>
      <div class="contact-ways">
        {contact?.phone && (
          <a class="button quiet" href={phoneUri(contact.phone)}>
            <Icon name="phone" />
            {contact.phone_display ?? contact.phone}
          </a>
        )}
        {contact && (
          <a class="button quiet" href={`mailto:${contact.email}`}>
            <Icon name="envelope-simple" />
            {contact.email}
          </a>
        )}
        <a class="button" href="/contact">
          {homeTexts.contactAction}
        </a>
      </div>
    </section>
  );
}
