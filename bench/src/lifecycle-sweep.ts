import { ownContext } from "../../server/src/services.ts";
import { runSweep } from "../../server/src/sweep/index.ts";
import { median } from "./quantile.ts";
import { fillOpenLeads, makeDue } from "./synthetic-open-leads.ts";
import { withProduct } from "./with-product.ts";

const IDLE_RUNS = 20;

/**
 * The sweep of 100,000 open leads in 500 brokerages, with nothing due and with some rows of each kind due, compared with
 * 1,000 open leads.
 */
export async function benchSweep(): Promise<void> {
  const server = process.env.DATABASE_URL;
  if (!server) throw new Error("Run it with a database: scripts/with-postgres.sh npm run bench sweep");
  for (const [leads, brokerages] of [
    [1000, 5],
    [100_000, 500],
  ] as const) {
    await withProduct(server, {}, async (services) => {
      const { db } = services;
      const sweep = async () => {
        const began = performance.now();
        const { counts } = await runSweep(ownContext(services, "bench"));
        return { ms: performance.now() - began, counts };
      };
      await fillOpenLeads(db, { leads, brokerages });
      console.log(`${leads.toLocaleString("en")} open leads, ${brokerages} brokerages`);
      await sweep();
      const idle: number[] = [];
      for (let run = 0; run < IDLE_RUNS; run++) idle.push((await sweep()).ms);
      console.log(`  nothing due: median ${ms(median(idle))}, slowest ${ms(Math.max(...idle))}`);
      for (const share of [0.01, 0.1]) {
        await makeDue(db, share);
        const { ms: took, counts } = await sweep();
        const actions = Object.entries(counts).filter(([, count]) => count > 0);
        const total = actions.reduce((sum, [, count]) => sum + count, 0);
        const reported = actions.map(([action, count]) => `${action} ${count}`).join(", ");
        console.log(`  ${share * 100} % of the leads due: ${total} actions in ${ms(took)} (${reported})`);
      }
    });
  }
}

const ms = (value = 0) => `${value.toFixed(0)} ms`;
