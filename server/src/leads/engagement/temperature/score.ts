/** The weight of each signal, in points of 100 (decisions.md: Leads; search.md, D55). */
export const signalWeights = {
  site_visit: 2,
  property_view: 1,
  favorite: 8,
  search: 1,
  reply: 20,
  tour_request: 25,
  contact_form: 15,
  registration: 15,
  saved_search: 8,
  alert_click: 2,
} as const satisfies Record<string, number>;

export type SignalKind = keyof typeof signalWeights;

export type Signal = {
  kind: SignalKind;
  occurredAt: Date;
  /** Dedupe key: signals of the same origin count once per lead. */
  origin?: string;
};

/** The score halves in this time without a signal. */
const HALF_LIFE_MS = 14 * 86_400_000;
const MAX_SCORE = 100;

/** SPEC: Engagement temperature; the thresholds are fixed. */
export const WARM_FROM = 30;
export const HOT_FROM = 70;

export const bands = ["cold", "warm", "hot"] as const;
export type Band = (typeof bands)[number];

/*
 * A score halves in each half-life, so its log2 falls by one, at the same rate for all leads. `heat = log2(score) + time in
 * half-lives` is constant between signals and stored with the lead. The score at any time follows from it, and leads have the
 * same order by heat as by score at all times.
 */

/** The heat after a signal, which must not be earlier than the previous ones. Null: no signal yet. */
export function heatAfter(heat: number | null, { kind, occurredAt }: Signal): number {
  const time = halfLives(occurredAt);
  const before = heat === null ? 0 : 2 ** (heat - time);
  return Math.log2(Math.min(before + signalWeights[kind], MAX_SCORE)) + time;
}

/** The heat of all signals of a lead, in any order. */
export function heatOf(signals: readonly Signal[]): number | null {
  return byTime(signals).reduce<number | null>(heatAfter, null);
}

export function byTime(signals: readonly Signal[]): Signal[] {
  return signals.toSorted((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime());
}

/** 0 to 100, rounded to a tenth, for display and for the band. */
export function scoreAt(heat: number | null, now: Date): number {
  if (heat === null) return 0;
  return Math.min(MAX_SCORE, Math.round(2 ** (heat - halfLives(now)) * 10) / 10);
}

export function temperatureAt(heat: number | null, now: Date): { score: number; band: Band } {
  const score = scoreAt(heat, now);
  return { score, band: score >= HOT_FROM ? "hot" : score >= WARM_FROM ? "warm" : "cold" };
}

/** The lowest heat with at least that score at that time, for filters. Includes the rounding of `scoreAt`. */
export function minHeatFor(score: number, now: Date): number {
  return Math.log2(score - 0.05) + halfLives(now);
}

function halfLives(time: Date): number {
  return time.getTime() / HALF_LIFE_MS;
}
