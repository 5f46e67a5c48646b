import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Builds that are kept beside the newest: a server that still runs may be of one of them. */
const KEPT = 3;
/** A build takes seconds: an older unfinished one is of a process that was killed. */
const UNFINISHED_MS = 600_000;

/** Removes old builds, so that the latest four stay, and what killed processes have left. */
export async function removeOldBuilds(cache: string): Promise<void> {
  const names = await readdir(cache);
  const ages = await Promise.all(
    names.map(async (name) => {
      const { mtimeMs } = await stat(join(cache, name)).catch(() => ({ mtimeMs: Date.now() }));
      return { name, mtimeMs };
    }),
  );
  const finished = ages
    .filter(({ name }) => !name.startsWith("building-"))
    .sort((a, b) => b.mtimeMs - a.mtimeMs);
  const unfinished = ages.filter(
    ({ name, mtimeMs }) => name.startsWith("building-") && Date.now() - mtimeMs > UNFINISHED_MS,
  );
  for (const { name } of [...finished.slice(KEPT + 1), ...unfinished]) {
    await rm(join(cache, name), { recursive: true, force: true });
  }
}
