import { refusesTracking } from "../../../client/src/session.ts";
import { createTracker, type Tracker } from "../../../client/src/tracker.ts";
import type { View } from "../../../client/src/view.ts";
import type { Tracked } from "../frame/tracked.ts";

let tracker: Tracker | null = null;
let view: View | null = null;

/** The tracker of this page; null for a visitor who refuses. Islands record what is done in them: `visitTracker()?.track(…)`. */
export function visitTracker(): Tracker | null {
  if (refusesTracking()) return null;
  tracker ??= createTracker();
  return tracker;
}

/** The view of the page's home, for its gallery and its calculator; null on other pages. */
export function currentView(): View | null {
  return view;
}

/** Records what the page shows. */
export function start({ listing, search, filters }: Tracked): void {
  const visit = visitTracker();
  if (!visit) return;
  if (listing) view = visit.trackView(listing);
  if (search) visit.trackSearch(search);
  for (const [filter, value] of Object.entries(filters ?? {})) visit.trackFilter(filter, value);
}
