import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { encodeCluster, initialClusterFile } from "../src/platform/database/embedded/initial-cluster.ts";

// `npm run generate:initial-cluster`: after an update of PGlite.
const folder = mkdtempSync(join(tmpdir(), "lintel-initdb-"));
try {
  const db = await PGlite.create(join(folder, "postgres"));
  await db.close();
  const root = join(folder, "postgres");
  const paths = (readdirSync(root, { recursive: true }) as string[]).sort();
  const isFolder = (path: string) => statSync(join(root, path)).isDirectory();
  const files = paths.filter((path) => !isFolder(path) && path !== "postmaster.pid");
  const bytes = encodeCluster({
    folders: paths.filter(isFolder),
    files: Object.fromEntries(files.map((path) => [path, readFileSync(join(root, path))])),
  });
  const shipped = initialClusterFile();
  for (const name of readdirSync(dirname(shipped))) {
    if (/^initial-cluster-.*\.br$/.test(name)) rmSync(join(dirname(shipped), name));
  }
  writeFileSync(shipped, bytes);
  process.stdout.write(`${files.length} files, ${bytes.length.toLocaleString("en")} bytes\n`);
} finally {
  rmSync(folder, { recursive: true });
}
