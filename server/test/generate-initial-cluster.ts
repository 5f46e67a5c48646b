import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { pino } from "pino";
import { encodeCluster, initialClusterFile } from "../src/platform/database/embedded/initial-cluster.ts";
import { openDatabase } from "../src/platform/database/open-database.ts";

// `npm run generate:initial-cluster`: after an update of PGlite, and with new migrations.
const shipped = initialClusterFile();
for (const name of readdirSync(dirname(shipped))) {
  if (/^initial-cluster-.*\.br$/.test(name)) rmSync(join(dirname(shipped), name));
}
const dataDir = mkdtempSync(join(tmpdir(), "lintel-initdb-"));
try {
  // Without a shipped cluster, PGlite runs initdb.
  const database = await openDatabase({ databaseUrl: null, dataDir }, pino({ level: "warn" }));
  await database.query("vacuum (analyze)");
  await database.close();
  const root = join(dataDir, "postgres");
  const paths = (readdirSync(root, { recursive: true }) as string[]).sort();
  const isFolder = (path: string) => statSync(join(root, path)).isDirectory();
  const files = paths.filter((path) => !isFolder(path) && basename(path) !== "postmaster.pid");
  const bytes = encodeCluster({
    folders: paths.filter(isFolder),
    files: Object.fromEntries(files.map((path) => [path, readFileSync(join(root, path))])),
  });
  writeFileSync(shipped, bytes);
  process.stdout.write(`${files.length} files, ${bytes.length.toLocaleString("en")} bytes\n`);
} finally {
  rmSync(dataDir, { recursive: true });
}
