/** What each sign of interest is worth, in points of 100 (decisions.md: Leads). The one table of weights. */
export const signalWeights = {
  site_visit: 2,
  property_view: 1,
  favorite: 8,
  search: 1,
  reply: 20,
  tour_request: 25,
  contact_form: 15,
  registration: 15,
} as const satisfies Record<string, number>;

export type SignalKind = keyof typeof signalWeights;

export type Signal = {
  kind: SignalKind;
  occurredAt: Date;
  /** What it was, where that can be reported more than once: it counts once for a lead. */
  origin?: string;
};
