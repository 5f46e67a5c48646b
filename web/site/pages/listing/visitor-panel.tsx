import type { Listing } from "../../../shared/listing.ts";
import type { SiteData } from "../../site-data.ts";
import { homesTexts } from "../../texts/homes.ts";
import { toursTexts } from "../../texts/tours.ts";
import type { Agent } from "../agents/agent.ts";
import { AgentPanel } from "./agent-panel.tsx";
import { tourPath } from "./listing-path.ts";
import type { TourDay } from "./tour-days.ts";
import { TourForm } from "./tour-form.tsx";

type VisitorPanelProps = { listing: Listing; agent: Agent | null; days: readonly TourDay[]; site: SiteData };

/** Beside the home on wide windows, below it on phones: whom to call, and the form for a tour. */
export function VisitorPanel({ listing, agent, days, site }: VisitorPanelProps) {
  return (
    <aside class="visitor-panel no-print" aria-label={homesTexts.visitorPanel}>
      <AgentPanel agent={agent} site={site} />
      {canBeToured(listing, site) && (
        <div id="tour">
          <h2>{toursTexts.heading}</h2>
          <p class="quiet">{toursTexts.panelText}</p>
          <TourForm action={tourPath(listing)} days={days} form={null} site={site} />
        </div>
      )}
    </aside>
  );
}

/** Agents give no tours of sold homes. */
export function canBeToured({ status }: Listing, site: SiteData): boolean {
  return site.feature_contact_form && status !== "Sold";
}
