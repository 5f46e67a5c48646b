import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ROOT } from "./deploy-files.ts";

const SCRIPT = `${ROOT}deploy/container/trim-packages.mjs`;

describe("trimming the image's packages", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "lintel-trim-"));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** A package with these fields of package.json, and files beside it. */
  const install = (path: string, manifest: object = {}, files: string[] = []) => {
    for (const file of ["package.json", ...files]) {
      const target = join(root, path, file);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, file === "package.json" ? JSON.stringify(manifest) : "");
    }
  };
  const trim = () => execFileSync(process.execPath, [SCRIPT, "server"], { cwd: root, stdio: "pipe" });
  const has = (...paths: string[]) =>
    Object.fromEntries(paths.map((path) => [path, existsSync(join(root, path))]));

  it("leaves what production dependencies load, wherever it is installed, and no other package", () => {
    install("server", { dependencies: { a: "1", "@scope/b": "1" }, devDependencies: { tool: "1" } });
    install("node_modules/a", { dependencies: { c: "1" }, peerDependencies: { peer: "1" } });
    install("node_modules/c");
    install("node_modules/a/node_modules/c", { optionalDependencies: { d: "1", absent: "1" } });
    install("node_modules/d");
    install("node_modules/peer");
    install("node_modules/@scope/b", {
      peerDependencies: { extra: "1" },
      peerDependenciesMeta: { extra: { optional: true } },
    });
    install("node_modules/extra");
    install("node_modules/tool", { dependencies: { "@tools/part": "1" } });
    install("node_modules/@tools/part");
    mkdirSync(join(root, "node_modules/@lintel"));
    symlinkSync("../../server", join(root, "node_modules/@lintel/server"));
    trim();
    expect(
      has(
        "node_modules/a/node_modules/c",
        "node_modules/@scope/b",
        "node_modules/d",
        "node_modules/peer",
        "node_modules/@lintel/server",
        "node_modules/c",
        "node_modules/extra",
        "node_modules/tool",
        "node_modules/@tools",
      ),
    ).toEqual({
      "node_modules/a/node_modules/c": true,
      "node_modules/@scope/b": true,
      "node_modules/d": true,
      "node_modules/peer": true,
      "node_modules/@lintel/server": true,
      "node_modules/c": false,
      "node_modules/extra": false,
      "node_modules/tool": false,
      "node_modules/@tools": false,
    });
  });

  it("leaves the binaries of this system alone, and nothing that compilers and debuggers read", () => {
    const libc = "glibcVersionRuntime" in (process.report.getReport() as { header: object }).header;
    const here = `${process.platform}-${process.arch}`;
    install("server", { dependencies: { native: "1" } });
    install("node_modules/native", { optionalDependencies: { gnu: "1", musl: "1", elsewhere: "1" } }, [
      `prebuilds/${here}/x.node`,
      `prebuilds/other-${process.arch}/x.node`,
      "index.js",
      "index.js.map",
      "index.d.mts",
      "addon.cc",
      "CHANGELOG.md",
      "LICENSE.md",
    ]);
    install("node_modules/gnu", { libc: ["glibc"], os: [process.platform], cpu: [process.arch] });
    install("node_modules/musl", { libc: ["musl"] });
    install("node_modules/elsewhere", { os: [`!${process.platform}`] });
    trim();
    const left = has(
      `node_modules/native/prebuilds/${here}/x.node`,
      `node_modules/native/prebuilds/other-${process.arch}`,
      ...["index.js", "LICENSE.md", "index.js.map", "index.d.mts", "addon.cc", "CHANGELOG.md"].map(
        (file) => `node_modules/native/${file}`,
      ),
      ...["gnu", "musl", "elsewhere"].map((name) => `node_modules/${name}`),
    );
    expect(Object.values(left)).toEqual([
      ...[true, false],
      ...[true, true, false, false, false, false],
      ...[libc, !libc, false],
    ]);
  });

  it("fails where a dependency is not installed", () => {
    install("server", { dependencies: { gone: "1" } });
    mkdirSync(join(root, "node_modules"));
    expect(trim).toThrow("needs gone, which is not installed");
  });

  it("leaves every file that the code reads out of packages of which it loads nothing", () => {
    const [, listed = ""] = /FILES_ALONE = \{([^}]*)\}/.exec(readFileSync(SCRIPT, "utf8")) ?? [];
    const readBy = {
      "server/src/platform/openapi/serve-docs.ts": ["redoc", "redoc.standalone.js"],
      "server/src/models/builtin/objects/detector-model.ts": [
        "@vladmandic/human",
        "centernet.json",
        "centernet.bin",
      ],
    };
    for (const [file, names] of Object.entries(readBy)) {
      const source = readFileSync(ROOT + file, "utf8");
      for (const name of names) {
        expect(source, `${file} reads ${name}`).toContain(name);
        expect(listed, `the image has ${name}`).toContain(name);
      }
    }
    // A further file of them in the code must come into the list too.
    const detector = readFileSync(`${ROOT}server/src/models/builtin/objects/detector-model.ts`, "utf8");
    expect(detector.match(/readFile\(join\(folder/g)).toHaveLength(2);
  });
});
