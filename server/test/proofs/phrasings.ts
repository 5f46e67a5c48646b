import { type Evaluation, evaluate, precisionOf, recallOf, scoreOf } from "../phrasings/evaluate.ts";
import { type Half, phrasings } from "../phrasings/phrasings.ts";

/** Precision and recall of interpreted queries by kind, with failing rows of `dev`; those of `held-out` only with `--show`. */
export async function provePhrasings(): Promise<string> {
  const showsAll = process.argv.includes("--show");
  return (["dev", "held-out"] as const).map((half) => table(half, half === "dev" || showsAll)).join("\n\n");
}

function table(half: Half, showsRows: boolean): string {
  const evaluations = phrasings(half).map(evaluate);
  const kinds = [...new Set(evaluations.map(({ phrasing }) => phrasing.kind))];
  const lines = [
    ...kinds.map((kind) =>
      line(
        kind,
        evaluations.filter(({ phrasing }) => phrasing.kind === kind),
      ),
    ),
    line(
      "traps",
      evaluations.filter(({ phrasing }) => phrasing.isTrap),
    ),
    line("all", evaluations),
  ];
  const failing = showsRows
    ? evaluations.filter((each) => each.missed.length + each.false.length > 0).map(formatFailure)
    : [];
  return [`${half.padEnd(10)}  rows  values  precision  recall`, ...lines, ...failing].join("\n");
}

function line(name: string, evaluations: readonly Evaluation[]): string {
  const score = scoreOf(evaluations);
  const figures = [precisionOf(score), recallOf(score)].map((figure) => figure.toFixed(3));
  return `  ${name.padEnd(8)}  ${String(score.rows).padStart(4)}  ${String(score.right + score.missed).padStart(6)}  ${figures[0]?.padStart(9)}  ${figures[1]?.padStart(6)}`;
}

function formatFailure({ phrasing, missed, false: wrong }: Evaluation): string {
  return `    ${phrasing.query}\n      missed: ${missed.join(", ") || "-"}   false: ${wrong.join(", ") || "-"}`;
}
