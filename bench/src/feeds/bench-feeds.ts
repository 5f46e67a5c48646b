import { parseArgs } from "node:util";
import { benchInitialLoad } from "./initial-load.ts";
import { benchQuietRefresh } from "./quiet-refresh.ts";
import { benchReconcile } from "./reconcile-keys.ts";
import { benchSearchesBeside } from "./searches-beside.ts";

/**
 * What a feed costs: its first load beside a file import, a reconcile of many keys, a refresh with nothing new, and searches while
 * a feed loads. On PostgreSQL where DATABASE_URL is there, which the reconcile and the refresh need, and on the embedded database.
 * `-- --only load|reconcile|refresh|searches --rows N --media N --keys N --rounds N --refreshes N --database postgres|embedded`.
 */
export async function benchFeeds(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      only: { type: "string" },
      database: { type: "string" },
      rows: { type: "string", default: "10000" },
      media: { type: "string", default: "10" },
      keys: { type: "string", default: "1000000" },
      rounds: { type: "string", default: "3" },
      refreshes: { type: "string", default: "20" },
    },
  });
  const number = (name: "rows" | "media" | "keys" | "rounds" | "refreshes") => Number(values[name]);
  const postgres = process.env.DATABASE_URL || null;
  const databases = [...(postgres ? [postgres] : []), null].filter(
    (url) => !values.database || (values.database === "embedded") === (url === null),
  );
  const wants = (part: string) => !values.only || values.only === part;
  const [rows, media] = [number("rows"), number("media")];
  if (wants("load")) {
    console.log("The first load of a feed beside a file import:");
    for (const url of databases) await benchInitialLoad(url, { rows, media, rounds: number("rounds") });
  }
  if (wants("refresh") && postgres) {
    console.log("Refreshes with nothing new:");
    await benchQuietRefresh(postgres, { refreshes: number("refreshes") });
  }
  if (wants("reconcile") && postgres) {
    console.log("Reconciles with nothing new:");
    await benchReconcile(postgres, { keys: number("keys") });
  }
  if (wants("searches")) {
    console.log("Searches while a feed loads:");
    for (const url of databases) await benchSearchesBeside(url, { rows, media });
  }
}
