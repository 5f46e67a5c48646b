import { type TextWord, wordSet } from "./words.ts";

/** Rooms and what is built into them. */
const FIXTURES =
  wordSet(`appliance exterior interior trim kitchen cabinet cabinetry counter countertop wall paint siding brick tile floor flooring roof door shutter
  fence fridge refrigerator stove oven range hood sink faucet hardware island carpet curtain ceiling window bath bathroom bedroom room vanity fixture
  grout stone quartz granite backsplash deck railing staircase stair shingle stucco garage`);
const BETWEEN = wordSet(
  "is are was were be that which but and too so very all mostly mainly not no also isnt arent",
);

/** Whether a color at a word is that of a room or a fixture: "exterior mostly white", "appliances, not black". */
export function isColorOfFixture(words: readonly TextWord[], index: number): boolean {
  let at = index - 1;
  while (at > 0 && BETWEEN.has(words[at]?.text ?? "")) at--;
  return at < index - 1 && FIXTURES.has(words[at]?.singular ?? "");
}
