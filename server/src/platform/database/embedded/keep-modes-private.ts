import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const OTHERS = 0o077;

/**
 * PostgreSQL in WebAssembly gives its files modes with chmod, which no umask stands in the way of. In the process that it has
 * to itself, whatever it asks for is for this user alone.
 */
export function keepModesPrivate(): void {
  process.umask(OTHERS);
  const { chmodSync, fchmodSync } = fs;
  const own = (mode: fs.Mode) => Number(mode) & ~OTHERS;
  fs.chmodSync = (path, mode) => chmodSync(path, own(mode));
  fs.fchmodSync = (file, mode) => fchmodSync(file, own(mode));
  syncBuiltinESMExports();
}
