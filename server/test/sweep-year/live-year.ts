import { startTestApp } from "../harness/test-app.ts";
import { planYear, type Size } from "./plan.ts";
import { differencesAtTheEnd, recordOf } from "./record.ts";
import { Year } from "./year.ts";

/** A year on a database of its own, from the first day to the judgement. */
export async function liveYear(seed: number, size: Size) {
  const lintel = await startTestApp();
  try {
    const plan = planYear(seed, size);
    const year = await Year.begin(lintel, plan);
    const started = performance.now();
    const usage = process.cpuUsage();
    await year.run(plan);
    const seconds = (performance.now() - started) / 1000;
    const { user, system } = process.cpuUsage(usage);
    const wrong = await differencesAtTheEnd(lintel, year);
    if (wrong.length > 0) throw new Error(`In the end:\n  ${wrong.slice(0, 20).join("\n  ")}`);
    const { figures, oracle } = year;
    return {
      figures,
      seen: oracle.seen,
      seconds,
      cpuSeconds: (user + system) / 1e6,
      place: lintel.database.embedded ? "the embedded database" : "PostgreSQL",
      record: await recordOf(lintel, year),
    };
  } finally {
    await lintel.close();
  }
}
