import { resolve } from "node:path";

/** npm runs scripts in the package's folder; a relative path means the folder the user stands in. */
export function userPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? ".", path);
}
