const MAX_SENTENCES = 30;
const MAX_SENTENCE_LENGTH = 300;

/** The sentences and lines of a text, of limited number and length. */
export function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+(?=[A-Z0-9"'])|\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "")
    .slice(0, MAX_SENTENCES)
    .map((sentence) =>
      sentence.length > MAX_SENTENCE_LENGTH ? `${sentence.slice(0, MAX_SENTENCE_LENGTH - 1)}…` : sentence,
    );
}
