/** Words that say nothing about a home, though they are no function words: "a place for my boat", "something near a lake". */
const emptyWords = new Set(
  `place places someplace somewhere anywhere everywhere elsewhere something anything everything nothing stuff thing things whatever
  kind kinds sort sorts type types kinda sorta look looking looks find finding found search searching seek seeking
  ideally preferably preferred hopefully possibly maybe perhaps probably really pretty quite rather basically actually definitely
  please thanks thank hello hi hey ok okay love loves loved enjoy enjoys prefer prefers hoping wish wishes wishing ideal ideas idea
  option options able keep possible`.split(/\s+/),
);

/** Whether a word carries nothing, so that nothing is compared with it. */
export function isEmptyWord(word: string): boolean {
  return emptyWords.has(word);
}
