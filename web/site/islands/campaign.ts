import { type Campaign, campaignNames } from "../forms/campaign.ts";

const KEY = "lintel:campaign";
const DAYS_MS = 90 * 86_400_000;

type Kept = { at: number; campaign: Campaign };

/** Keeps the campaign of the browser's first visit for 90 days, unless the visitor refuses, and writes it into the page's forms (W18). */
export function start(root: HTMLElement): void {
  if (refusesTracking()) return;
  const campaign = keptCampaign() ?? keep(campaignOfAddress());
  if (!campaign) return;
  for (const input of root.querySelectorAll<HTMLInputElement>("input[data-campaign]"))
    input.value = campaign[input.name as keyof Campaign] ?? "";
}

function campaignOfAddress(): Campaign | null {
  const query = new URLSearchParams(location.search);
  const named = campaignNames.flatMap((name) => {
    const value = query.get(name);
    return value ? [[name, value]] : [];
  });
  return named.length > 0 ? Object.fromEntries(named) : null;
}

// A browser may forbid storage: then the page's own address counts.
function keptCampaign(): Campaign | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Kept | null;
    return kept && Date.now() - kept.at < DAYS_MS ? kept.campaign : null;
  } catch {
    return null;
  }
}

function keep(campaign: Campaign | null): Campaign | null {
  if (!campaign) return null;
  try {
    localStorage.setItem(KEY, JSON.stringify({ at: Date.now(), campaign } satisfies Kept));
  } catch {}
  return campaign;
}

/** Global Privacy Control or Do Not Track (W21); the server reads their headers: frame/person.ts. */
function refusesTracking(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return globalPrivacyControl === true || doNotTrack === "1";
}
