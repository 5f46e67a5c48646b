import type { SiteData } from "../../site-data.ts";
import { toursTexts } from "../../texts/tours.ts";
import { AgentPanel } from "./agent-panel.tsx";
import type { Agent } from "./listing-context.ts";
import type { TourDay } from "./tour-days.ts";
import { TourForm } from "./tour-form.tsx";

type VisitorPanelProps = { listingId: string; agent: Agent | null; days: readonly TourDay[]; site: SiteData };

/** Beside the home on wide windows, below it on phones: whom to call, and the form for a tour. */
export function VisitorPanel({ listingId, agent, days, site }: VisitorPanelProps) {
  return (
    <aside class="visitor-panel no-print" aria-labelledby="tour-title">
      <AgentPanel agent={agent} site={site} />
      {site.feature_contact_form && (
        <div id="tour">
          <h2 id="tour-title">{toursTexts.heading}</h2>
          <p class="quiet">{toursTexts.panelText}</p>
          <TourForm action={tourPath(listingId)} days={days} form={null} />
        </div>
      )}
    </aside>
  );
}

export function tourPath(listingId: string): string {
  return `/homes/${encodeURIComponent(listingId)}/tour`;
}
