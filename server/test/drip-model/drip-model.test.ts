import { expect, it } from "vitest";
import { kinds, runSequences } from "./drip-model.ts";

// `npm run prove drips` runs 2,000; others with SEED.
const SEQUENCES = Number(process.env.SEQUENCES ?? 8);
const SEED = Number(process.env.SEED ?? 20_260_901);

it(`${SEQUENCES} brokerages whose drips, leads and mail server do anything at all: each enrollment and each mail is at every step what the spec says`, async () => {
  const started = performance.now();
  const seen = await runSequences({ count: SEQUENCES, seed: SEED });
  const of = (what: string) => seen.get(what) ?? 0;
  const steps = kinds.reduce((sum, kind) => sum + of(kind), 0);
  const list = (names: string[]) => names.map((what) => `${what} ${of(what)}`).join(", ");
  process.stdout.write(
    `${SEQUENCES} sequences of ${steps} steps, seed ${SEED}, ${Math.round((performance.now() - started) / 1000)} s: ` +
      `${list(kinds)}; in passes: ${list([...seen.keys()].filter((what) => !kinds.includes(what)).toSorted())}\n`,
  );
  for (const what of [...kinds, "sent", "retry", "completed", "would_send"]) {
    expect([what, of(what)]).not.toEqual([what, 0]);
  }
}, 14_400_000);
