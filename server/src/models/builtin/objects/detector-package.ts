import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Exact, because the numbers of the model are read out of the packages: another version may have others. */
export const detectorPackages = {
  "@tensorflow/tfjs-core": "4.22.0",
  "@tensorflow/tfjs-converter": "4.22.0",
  "@tensorflow/tfjs-backend-wasm": "4.22.0",
  "@vladmandic/human": "3.3.6",
} as const;
export type DetectorPackage = keyof typeof detectorPackages;

/** The folders of the packages, or why the detector cannot be loaded. */
export type FoundPackages =
  | { folders: Record<DetectorPackage, string>; problem: null }
  | { folders: null; problem: string };

/** Finds the optional packages and checks their versions. Loads none of them. */
export function findDetectorPackages(from: string = import.meta.url): FoundPackages {
  const folders = {} as Record<DetectorPackage, string>;
  for (const [name, version] of Object.entries(detectorPackages) as [DetectorPackage, string][]) {
    const found = findPackage(name, from);
    if (!found) return { folders: null, problem: `${name} is not installed` };
    if (found.version !== version)
      return { folders: null, problem: `${name} has version ${found.version}, not ${version}` };
    folders[name] = found.folder;
  }
  return { folders, problem: null };
}

/** By the search paths of Node: `exports` of a package may hide its package.json from `require.resolve`. */
function findPackage(name: string, from: string): { folder: string; version: string } | null {
  for (const path of createRequire(from).resolve.paths(name) ?? []) {
    const file = join(path, name, "package.json");
    try {
      const { version } = JSON.parse(readFileSync(file, "utf8")) as { version?: unknown };
      return { folder: dirname(file), version: String(version) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") return { folder: path, version: "unreadable" };
    }
  }
  return null;
}
