import { phoneUri } from "../../../shared/phones.ts";
import { postalAddress } from "../../components/postal-address.ts";
import { Icon } from "../../icons/icon.tsx";
import type { SiteData } from "../../site-data.ts";
import { contactTexts } from "../../texts/contact.ts";

/** The brokerage's telephone, email and office. */
export function ContactWays({ site }: { site: SiteData }) {
  const { primary_contact: contact } = site;
  const address = postalAddress(site);
  if (!contact && !address) return null;
  return (
    <aside class="ways" aria-labelledby="ways-title">
      <h2 id="ways-title">{contactTexts.office}</h2>
      <dl>
        {contact?.phone && (
          <Way icon="phone" term={contactTexts.phone}>
            <a href={phoneUri(contact.phone)}>{contact.phone_display ?? contact.phone}</a>
          </Way>
        )}
        {contact && (
          <Way icon="envelope-simple" term={contactTexts.email}>
            <a href={`mailto:${contact.email}`}>{contact.email}</a>
          </Way>
        )}
        {address && (
          <Way icon="map-pin" term={contactTexts.address}>
            <bdi>{address}</bdi>
          </Way>
        )}
      </dl>
    </aside>
  );
}

type WayProps = {
  icon: "phone" | "envelope-simple" | "map-pin";
  term: string;
  children: preact.ComponentChildren;
};

function Way({ icon, term, children }: WayProps) {
  return (
    <div class="way">
      <dt>
        <Icon name={icon} />
        <span class="visually-hidden">{term}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
