import { refusesTracking } from "../../../client/src/session.ts";
import { CAMPAIGN_PARAMETERS } from "../forms/campaign.ts";

const KEY = "lintel:campaign";

/** Keeps the campaign of the first page that had one, and sends it with forms that ask for it (`data-campaign`). */
export function keepCampaign(): void {
  const first = refusesTracking() ? null : firstCampaign();
  if (first === null) return;
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-campaign]")) {
    for (const name of CAMPAIGN_PARAMETERS) {
      const value = new URLSearchParams(first).get(name);
      if (value) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
  }
}

/** As a query; null without one, and where the browser keeps nothing. */
function firstCampaign(): string | null {
  try {
    const kept = localStorage.getItem(KEY);
    if (kept !== null) return kept;
    const given = new URLSearchParams(location.search);
    const own = CAMPAIGN_PARAMETERS.flatMap((name) => {
      const value = given.get(name);
      return value ? [[name, value]] : [];
    });
    if (own.length === 0) return null;
    const query = new URLSearchParams(own).toString();
    localStorage.setItem(KEY, query);
    return query;
  } catch {
    return null;
  }
}
