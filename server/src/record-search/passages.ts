/** Longer texts have several topics: each passage is embedded on its own. */
const WORDS_A_PASSAGE = 30;
const MAX_PASSAGES = 4;

/** The whole text first, then, for a long text, its passages of a few sentences each. */
export function passagesOf(text: string): string[] {
  const words = countWords(text);
  if (words <= WORDS_A_PASSAGE * 1.5) return [text];
  const size = Math.max(WORDS_A_PASSAGE, Math.ceil(words / MAX_PASSAGES));
  const passages: string[] = [];
  let passage: string[] = [];
  let length = 0;
  for (const sentence of sentencesOf(text, size)) {
    const more = countWords(sentence);
    if (length > 0 && length + more > size && passages.length < MAX_PASSAGES - 1) {
      passages.push(passage.join(" "));
      passage = [];
      length = 0;
    }
    passage.push(sentence);
    length += more;
  }
  return [text, ...passages, passage.join(" ")];
}

function sentencesOf(text: string, longest: number): string[] {
  return text.split(/(?<=[.!?;])\s+|\n/).flatMap((sentence) => {
    const words = sentence.split(/\s+/).filter(Boolean);
    const pieces: string[] = [];
    for (let index = 0; index < words.length; index += longest)
      pieces.push(words.slice(index, index + longest).join(" "));
    return pieces;
  });
}

function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
