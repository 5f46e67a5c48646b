import { mean } from "./difference.ts";
import type { Home } from "./home.ts";
import { isHeldOut, type Measured, scoresOf, verdict } from "./measure.ts";
import { rankers } from "./rankers.ts";

const COLUMNS: [string, (measured: Measured) => boolean][] = [
  ["demo", ({ market }) => market === "demo"],
  ["King Co.", ({ market }) => market !== "demo"],
  ["all", () => true],
];
const WORST = 25;

/** nDCG@10 by ranker, split and corpus, and the verdict on the half that is held out. */
export function tableOf(measured: readonly Measured[]): string {
  const splits = [
    ["tuned", measured.filter((each) => !isHeldOut(each))],
    ["held out", measured.filter(isHeldOut)],
  ] as const;
  const head = splits.flatMap(([split, own]) =>
    COLUMNS.map(([name, belongs]) => `${split} ${name} (${own.filter(belongs).length})`),
  );
  const rows = Object.keys(rankers).map((ranker) => {
    const cells = splits.flatMap(([, own]) =>
      COLUMNS.map(([, belongs]) => mean(scoresOf(own.filter(belongs), ranker)).toFixed(3)),
    );
    return `| ${ranker} | ${cells.join(" | ")} |`;
  });
  const { bestFullText, overFullText, bestPart, overBestPart } = verdict(measured.filter(isHeldOut));
  return [
    `| nDCG@10 | ${head.join(" | ")} |`,
    `|---|${head.map(() => "---:|").join("")}`,
    ...rows,
    "",
    `Held out, hybrid over "${bestFullText}": ${spoken(overFullText)}`,
    `Held out, hybrid over its best part, "${bestPart}": ${spoken(overBestPart)}`,
  ].join("\n");
}

function spoken({ mean, low, high }: { mean: number; low: number; high: number }): string {
  return `${mean.toFixed(3)} (95 % of resamples: ${low.toFixed(3)} to ${high.toFixed(3)})`;
}

/** The tuned queries with the worst answers, and those answers: for work on the ranking. Never held-out ones. */
export function worstOf(measured: readonly Measured[]): string {
  const tuned = measured.filter((each) => !isHeldOut(each));
  const hybrid = Object.keys(rankers)[0] as string;
  const worst = tuned.toSorted((a, b) => (a.scores.get(hybrid) ?? 0) - (b.scores.get(hybrid) ?? 0));
  return worst
    .slice(0, WORST)
    .map(({ judged, scores, answers }) => {
      const each = [...scores].map(([name, score]) => `${score.toFixed(2)} ${name}`).join(", ");
      const found = answers.map(
        ({ home, grade }) => `    ${grade}  ${home ? inBrief(home) : "not for sale"}`,
      );
      return [`${judged.query}  [${judged.why}]`, `  ${each}`, ...found].join("\n");
    })
    .join("\n\n");
}

function inBrief(home: Home): string {
  const { kind, beds, baths, city, price, year, acres, sqft, style, features } = home;
  const facts = [`${beds}/${baths} ${style} ${kind}`, city, `$${price}`, year, `${acres} ac`, `${sqft} sqft`];
  return [...facts, [...features].slice(0, 40).join(" ")].join(", ").slice(0, 220);
}
