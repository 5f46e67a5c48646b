import { protectedTermsIn, refuseProtectedTerms } from "../../fair-housing/index.ts";
import type { MatchableAgent } from "./agent-topics.ts";
import type { MatchCriteria } from "./match-criteria.ts";

/**
 * Criteria without terms of protected classes (docs/fair-housing.md), which decide about no agent: in the notes, in
 * places and in the names of wishes that the visitor has entered.
 */
export function guardCriteria(wanted: MatchCriteria): MatchCriteria {
  return {
    ...wanted,
    wishes: wanted.wishes.flatMap((wish) => {
      if (wish.type === "locations") return hasTerms(wish.key) ? [] : [wish];
      const { text, refused } = refuseProtectedTerms(wish.label);
      if (refused.length === 0) return [wish];
      return text === "" ? [] : [{ ...wish, label: text }];
    }),
    negative: wanted.negative.filter(({ type, value }) => type !== "locations" || !hasTerms(value)),
    notes: wanted.notes === null ? null : refuseProtectedTerms(wanted.notes).text,
  };
}

const hasTerms = (text: string) => protectedTermsIn(text).length > 0;

/** An agent's specialties as they are compared, by their own spelling. */
export function comparedSpecialties(agents: readonly MatchableAgent[]): ReadonlyMap<string, string> {
  const all = new Set(agents.flatMap(({ specialties }) => specialties));
  return new Map([...all].map((specialty) => [specialty, refuseProtectedTerms(specialty).text]));
}
