import { describedListings } from "../../listings/index.ts";
import type { Db } from "../../platform/database/database.ts";

const MOST_SENTENCES = 30;
const LONGEST_SENTENCE = 300;

/** Sentences by the listing that they are about. */
export type SentencesOf = Map<number, string[]>;

/** What is said of each listing: the facts' sentences, and the agent's. */
export async function sentencesOfListings(db: Db, ids: readonly number[]): Promise<SentencesOf> {
  if (ids.length === 0) return new Map();
  const [documents, described] = [
    await db
      .selectFrom("listing_documents")
      .select(["listing_id", "facts"])
      .where("listing_id", "in", ids)
      .execute(),
    await describedListings(db, ids),
  ];
  const facts = new Map(documents.map(({ listing_id, facts }) => [listing_id, facts]));
  return new Map(
    described.map(({ id, description }) => [
      id,
      [...sentencesOf(facts.get(id) ?? ""), ...sentencesOf(description ?? "")],
    ]),
  );
}

export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+(?=[A-Z0-9"'])|\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "")
    .slice(0, MOST_SENTENCES)
    .map((sentence) =>
      sentence.length > LONGEST_SENTENCE ? `${sentence.slice(0, LONGEST_SENTENCE - 1)}…` : sentence,
    );
}
