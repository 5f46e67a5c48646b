// The functions that SentenceThreads runs in worker threads.
export { matchSentences } from "./match-sentences.ts";
export { scoreSentences } from "./score-sentences.ts";
