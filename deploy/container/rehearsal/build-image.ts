import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import ignore from "@balena/dockerignore";
import { debianRoot, type Mount, runInRoot } from "./clean-root.ts";
import type { Image, Stage, Step } from "./read-dockerfile.ts";

type Build = {
  image: Image;
  /** The checkout. */
  context: string;
  ignoreFile: string;
  /** Keeps Debian and npm's downloads from one rehearsal to the next. */
  work: string;
  /** npm's settings on this machine, such as its registry. */
  npmSettings: Record<string, string>;
  mounts: Mount[];
  log: (line: string) => void;
};

export type BuiltImage = { root: string; env: Record<string, string>; bytesOfBase: number };

/** Carries out the stages in their order, each in a folder of its own, and returns the last one. */
export function buildImage(build: Build): BuiltImage {
  const context = filteredContext(build);
  const roots = new Map<string, Root>();
  let last: Root | null = null;
  for (const [index, stage] of build.image.stages.entries()) {
    const name = stage.name || `stage-${index}`;
    const parent = roots.get(stage.base);
    const digest = digestOf(stage, { context, roots });
    const folder = join(build.work, name);
    const done = join(build.work, `${name}.json`);
    const known = existsSync(done) ? (JSON.parse(readFileSync(done, "utf8")) as Root) : null;
    if (known?.digest === digest) {
      build.log(`stage ${name}: as before`);
      last = known;
    } else {
      const started = performance.now();
      rmSync(done, { force: true });
      rmSync(folder, { recursive: true, force: true });
      execFileSync("cp", ["-a", parent?.folder ?? debianRoot(build.work, stage.base), folder]);
      makeMountPoints(folder, build.mounts);
      last = {
        folder,
        digest,
        cwd: parent?.cwd ?? "/",
        env: { ...parent?.env },
        bytesOfBase: bytesOf(folder),
      };
      for (const step of stage.steps) carryOut(step, last, { build, context, roots });
      writeFileSync(done, JSON.stringify(last));
      build.log(`stage ${name}: ${Math.round((performance.now() - started) / 1000)} s`);
    }
    roots.set(name, last);
  }
  rmSync(context, { recursive: true });
  const { folder, env, bytesOfBase } = last as Root;
  return { root: folder, env, bytesOfBase };
}

function makeMountPoints(root: string, mounts: Mount[]): void {
  for (const { folder, path } of mounts) {
    if (existsSync(join(root, path))) continue;
    if (lstatSync(folder).isDirectory()) mkdirSync(join(root, path), { recursive: true });
    else writeFileSync(join(root, path), "");
  }
}

/** `digest` of its instructions and of what they copy: a stage is carried out again when it changes, as docker's cache does. */
type Root = { folder: string; digest: string; cwd: string; env: Record<string, string>; bytesOfBase: number };
type Surroundings = { build: Build; context: string; roots: Map<string, Root> };

function digestOf(stage: Stage, { context, roots }: Pick<Surroundings, "context" | "roots">): string {
  const hash = createHash("sha256").update(JSON.stringify([stage, roots.get(stage.base)?.digest]));
  for (const step of stage.steps) {
    if (step.do !== "copy") continue;
    if (step.from !== null) {
      hash.update(roots.get(step.from)?.digest ?? "");
      continue;
    }
    for (const path of step.sources.flatMap((source) => filesOf(context, source)))
      hash.update(path).update(readFileSync(join(context, path)));
  }
  return hash.digest("hex");
}

function filesOf(context: string, source: string): string[] {
  return lstatSync(join(context, source)).isDirectory() ? filesBelow(context, source).sort() : [source];
}

function carryOut(step: Step, root: Root, { build, context, roots }: Surroundings): void {
  switch (step.do) {
    case "environment":
      Object.assign(root.env, step.values);
      return;
    case "workdir":
      root.cwd = resolve(root.cwd, step.path);
      mkdirSync(join(root.folder, root.cwd), { recursive: true });
      return;
    case "run": {
      build.log(`RUN ${step.command.replaceAll(/\\\n\s*/g, "")}`);
      const { cwd } = root;
      runInRoot(root.folder, step.command, {
        cwd,
        env: { ...build.npmSettings, ...root.env },
        mounts: build.mounts,
      });
      return;
    }
    case "copy": {
      const from = step.from === null ? context : roots.get(step.from)?.folder;
      if (from === undefined) throw new Error(`Cannot copy from ${step.from}: there is no such stage`);
      for (const source of step.sources) copy(join(from, source), step.target, root);
    }
  }
}

/** As COPY does: of a folder its content, of a file itself. */
function copy(source: string, target: string, root: Root): void {
  const path = join(root.folder, resolve(root.cwd, target));
  if (lstatSync(source).isDirectory()) {
    mkdirSync(path, { recursive: true });
    execFileSync("cp", ["-a", `${source}/.`, path]);
    return;
  }
  const file = target.endsWith("/") ? join(path, basename(source)) : path;
  mkdirSync(dirname(file), { recursive: true });
  execFileSync("cp", ["-a", source, file]);
}

/** The files of the checkout that docker would send to its daemon. */
function filteredContext({ context, ignoreFile, work }: Build): string {
  const filter = ignore.default().add(readFileSync(ignoreFile, "utf8"));
  const folder = mkdtempSync(join(work, "context-"));
  for (const path of filesBelow(context, "")) {
    if (!filter.ignores(path)) cpSync(join(context, path), join(folder, path), { preserveTimestamps: true });
  }
  execFileSync("chown", ["-R", "0:0", folder]);
  execFileSync("chmod", ["-R", "a+rX,go-w", folder]);
  return folder;
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === "node_modules" || entry.name === ".git") return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(root, path) : [path];
  });
}

export function bytesOf(folder: string): number {
  return Number(execFileSync("du", ["-sb", folder], { encoding: "utf8" }).split("\t")[0]);
}
