import { type ComponentChildren, Fragment } from "preact";
import { postalAddress } from "../../components/postal-address.ts";
import type { SiteData } from "../../site-data.ts";
import { type LegalSection, legalTexts } from "../../texts/legal.ts";

type LegalTextProps = {
  title: string;
  sections: readonly LegalSection[];
  site: SiteData;
  children?: ComponentChildren;
};

/** A legal page: its sections, and whom to write to. `children` stand before the sections. */
export function LegalText({ title, sections, site, children }: LegalTextProps) {
  return (
    <div class="prose">
      <h1>{title}</h1>
      {children}
      {sections.map((section) => (
        <Fragment key={section.title}>
          <h2>{section.title}</h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Fragment>
      ))}
      <h2>{legalTexts.contact}</h2>
      <address>
        <p>
          <bdi>{site.name}</bdi>
        </p>
        <p>
          <bdi>{postalAddress(site)}</bdi>
        </p>
        {site.primary_contact && (
          <p>
            <a href={`mailto:${site.primary_contact.email}`}>{site.primary_contact.email}</a>
          </p>
        )}
        {site.primary_contact?.phone_display && <p>{site.primary_contact.phone_display}</p>}
      </address>
    </div>
  );
}
