import { isEmptyWord } from "./empty-words.ts";

/**
 * The informativeness of a word, 0 to 1, as term frequencies in texts of brokerages, agents and listings would give.
 */
export function weightOf(word: string): number {
  if (stopWords.has(word)) return 0.1;
  if (tradeWords.has(word)) return 0.4;
  return word.length === 1 ? 0.3 : 1;
}

/** Whether a word distinguishes texts: neither a stop word nor common in this trade nor empty. */
export function isInformative(word: string): boolean {
  return weightOf(word) > 0.4 && !isEmptyWord(word);
}

export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

const words = (text: string) => new Set(text.trim().split(/\s+/));

/** Words that hold sentences together. */
const stopWords = words(`
  a about after again all also always am an and any are as at be because been before being best both but by can could
  did do does doing done each every few for from get gets getting go going got had has have having he her here hers him
  his how i if in into is it its just let like make makes making many may me more most much must my near need
  needs no not now of off on once one only or other our ours out over own per please s same shall she should show so
  some someone somebody such take takes than that the their theirs them then there these they this those through to too
  under until up upon us very via want wants was way we well were what when where whether which while who whom whose
  why will wish with within without would you your yours de la el y en los las del con para que
`);

/** Words that occur in nearly every text of this trade. */
const tradeWords = words(`
  agency agent agents area broker brokerage brokers buy buyer buyers buying client clients community customer customers
  dedicated estate experience experienced expert expertise experts group help helped helping helps home homes house houses
  idaho inc llc local lot lots market markets office people professional professionals properties property provide provides real
  realtor realtors realty sale sales sell seller sellers selling service services serve serves serving specialise
  specialises specialising specialist specialists specialize specialized specializes specializing team work working
  works years year
`);
