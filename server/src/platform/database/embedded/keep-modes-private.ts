import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const OTHERS = 0o077;

/** PGlite sets file modes with chmod, which ignores the umask. In its process, modes are masked to this user. */
export function keepModesPrivate(): void {
  process.umask(OTHERS);
  const { chmodSync, fchmodSync } = fs;
  const own = (mode: fs.Mode) => Number(mode) & ~OTHERS;
  fs.chmodSync = (path, mode) => chmodSync(path, own(mode));
  fs.fchmodSync = (file, mode) => fchmodSync(file, own(mode));
  syncBuiltinESMExports();
}
