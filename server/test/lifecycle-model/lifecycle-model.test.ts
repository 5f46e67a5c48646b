import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../harness/test-app.ts";
import { runSequences } from "./lifecycle-model.ts";
import { rows } from "./spec-machine.ts";
import { openWorld, type World } from "./world.ts";

// `npm run prove lifecycle` runs 2,000; others with SEED.
const SEQUENCES = Number(process.env.SEQUENCES ?? 30);
const SEED = Number(process.env.SEED ?? 20261121);

let lintel: TestApp;
let world: World;
beforeAll(async () => {
  lintel = await startTestApp();
  world = await openWorld(lintel, "office");
});
afterAll(() => lintel.close());

it(`${SEQUENCES} leads, moved about at random, are at each step what the spec says of them`, async () => {
  const started = performance.now();
  const seen = await runSequences(world, { sequences: SEQUENCES, seed: SEED });
  const of = (pattern: RegExp) =>
    [...seen].filter(([what]) => pattern.test(what)).reduce((sum, [, times]) => sum + times, 0);
  const moves = [...seen.keys()].filter((what) => /^[A-Z_]+ [a-z0-9_]+ [A-Z_]+ /.test(what));
  const kindsOfMoves = rows.flatMap(({ only }) => (only ? [only] : ["buyer", "seller"])).length;
  process.stdout.write(
    `${SEQUENCES} sequences on ${lintel.database.embedded ? "the embedded database" : "PostgreSQL"}, ` +
      `${Math.round((performance.now() - started) / 1000)} s: ${moves.length} of ${kindsOfMoves} kinds of moves, ` +
      `${of(/ 20\d$/)} changes, ${of(/ 4\d\d$/)} refusals without a trace, ${of(/^sweep/)} sweeps, ` +
      `${of(/^batch/)} batches at once\n`,
  );
  for (const status of [200, 400, 404, 409, 422]) {
    expect([status, of(new RegExp(`^POST /transitions ${status}$`))]).not.toEqual([status, 0]);
  }
  if (SEQUENCES >= 2000) expect(moves.length).toBe(kindsOfMoves);
}, 3_600_000);
