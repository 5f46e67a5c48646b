/** The weight of each signal, in points of 100 (decisions.md: Leads). */
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
  /** Dedupe key: signals of the same origin count once per lead. */
  origin?: string;
};
