import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { settings } from "../../src/platform/config/config.ts";
import { ROOT, readDeployed, unknownSettings } from "./deploy-files.ts";

const unit = readDeployed("systemd/lintel.service");
const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

/** The units with a program that exists on this machine, in a folder that is removed afterwards. */
function withUnits<T>(work: (paths: string[]) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "lintel-units-"));
  try {
    const paths = ["lintel.service", "lintel-backup.service", "lintel-backup.timer"].map((name) => {
      const text = readDeployed(`systemd/${name}`);
      const path = join(folder, name);
      writeFileSync(path, text.replace("/srv/lintel/node_modules/.bin/node", process.execPath));
      return path;
    });
    return work(paths);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("lintel.service", () => {
  it("starts a program of this checkout, with settings that exist", () => {
    const [, program] = /^ExecStart=\S+ \/srv\/lintel\/(\S+) serve$/m.exec(unit) ?? [];
    expect(existsSync(join(ROOT, program as string))).toBe(true);
    const [, environment] = /^Environment=(.*)$/m.exec(unit) ?? [];
    const [, settingsFile] = /^EnvironmentFile=(.*)$/m.exec(unit) ?? [];
    for (const text of [unit, readDeployed("systemd/lintel.sh")])
      expect(text).toContain(`LINTEL_SETTINGS_FILE=${settingsFile}`);
    const names = (environment as string).split(" ").map((pair) => pair.split("=")[0] as string);
    expect(unknownSettings(names)).toEqual([]);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(60);
  });

  it("has what its page names, and its page has what it names", () => {
    const page = readFileSync(`${ROOT}docs/operations/one-server.md`, "utf8");
    const named = [...page.matchAll(/(?<!\/)deploy\/[\w./-]*\w/g)].map(([path]) => path);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    for (const path of ["/srv/lintel", "/var/lib/lintel", "/etc/lintel/lintel.env"]) {
      expect(page).toContain(path);
      expect(unit).toContain(path === "/var/lib/lintel" ? `DATA_DIR=${path}` : path);
    }
    const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));
    const run = [...page.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name as string);
    expect(run.filter((name) => !(name in scripts))).toEqual([]);
  });

  it("has answered on its page before anything else asks it, after each start", () => {
    const page = readFileSync(`${ROOT}docs/operations/one-server.md`, "utf8");
    const lines = page.split("\n");
    const starts = lines.flatMap((line, index) =>
      /^systemctl (?:start|restart|enable --now) lintel/.test(line)
        ? [line.includes("&& curl") ? line : lines[index + 1]]
        : [],
    );
    expect(starts).toHaveLength(3);
    for (const line of starts)
      expect(line).toMatch(/curl --fail --retry \d+ --retry-delay 1 --retry-connrefused .*\/health\/ready/);
  });

  it.skipIf(!hasSystemd)("passes systemd-analyze verify, with an exposure below 2 of 10", () => {
    withUnits((paths) => {
      const verified = spawnSync("systemd-analyze", ["verify", "--man=no", ...paths], { encoding: "utf8" });
      expect(verified).toMatchObject({ status: 0, stderr: "" });
      const security = execFileSync(
        "systemd-analyze",
        ["security", "--offline=true", "--threshold=20", paths[0] as string],
        {
          encoding: "utf8",
        },
      );
      expect(Number(/exposure level for lintel.service: ([\d.]+)/.exec(security)?.[1])).toBeLessThan(2);
    });
  });
});

describe("both services", () => {
  const wrapper = readDeployed("systemd/lintel.sh");
  const backup = readDeployed("systemd/lintel-backup.service");
  const directive = (text: string, name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(text)?.[1];
  const written = (text: string) =>
    [...text.matchAll(/\b(?:DATA_DIR|TMPDIR)=(\S+)/g)].map(([, path]) => path);

  it.each([
    ["lintel.service", unit, written(unit)],
    ["lintel-backup.service", backup, [...written(wrapper), "/var/backups/lintel"]],
  ])("%s may write each folder that it is given", (_, text, folders) => {
    expect(folders.length).toBeGreaterThanOrEqual(2);
    const writable = [
      `/var/lib/${directive(text, "StateDirectory")}`,
      `/var/cache/${directive(text, "CacheDirectory")}`,
      ...(directive(text, "ReadWritePaths")?.split(" ") ?? []),
    ];
    expect(folders.filter((path) => !writable.includes(path as string))).toEqual([]);
  });

  it("own their folders as the same user, with the same mode", () => {
    const names = [
      "User",
      "Group",
      "StateDirectory",
      "StateDirectoryMode",
      "CacheDirectory",
      "CacheDirectoryMode",
    ];
    const of = (text: string) => names.map((name) => directive(text, name));
    expect(of(backup)).toEqual(of(unit));
    expect(new Set(written(wrapper))).toEqual(new Set(written(unit)));
  });

  it("run the wrapper as the user that they already are", () => {
    // The programs that a wrapper could call, each of which prints its own name and what follows
    const folder = mkdtempSync(join(tmpdir(), "lintel-wrapper-"));
    try {
      for (const name of ["sudo", "runuser", "env"])
        writeFileSync(join(folder, name), `#!/bin/sh\necho ${name} "$@"\n`, { mode: 0o755 });
      const commandOf = (user: string) => {
        writeFileSync(join(folder, "id"), `#!/bin/sh\necho ${user}\n`, { mode: 0o755 });
        const PATH = `${folder}:${process.env.PATH}`;
        return execFileSync("sh", [join(ROOT, "deploy/systemd/lintel.sh"), "keys"], {
          encoding: "utf8",
          env: { PATH },
        });
      };
      expect(commandOf("lintel")).toMatch(/^env DATA_DIR=/);
      expect(commandOf("root")).toMatch(/^runuser -u lintel -- env DATA_DIR=/);
      expect(commandOf("ada")).toMatch(/^sudo -u lintel env DATA_DIR=/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("docs/operations/one-server.md and the proxies", () => {
  it.each(["systemd/lintel.env.example"])("%s names settings that exist", (path) => {
    const names = [...readDeployed(path).matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name as string);
    expect(names.length).toBeGreaterThan(5);
    expect(unknownSettings(names)).toEqual([]);
  });

  it.each(["proxies/nginx.conf", "proxies/Caddyfile"])("%s sends requests to the default port", (path) => {
    const ports = [...readDeployed(path).matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port));
    expect(ports).toEqual([settings.PORT.parse(undefined)]);
  });
});
