import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Left out of `debian:…-slim`. */
const NOT_IN_SLIM = ["doc", "man", "locale", "info", "lintian", "groff", "linda"];

/**
 * Debian as in its image, made by debootstrap from the mirror of this machine, in `work`, once.
 *
 * @param image such as `debian:13-slim`.
 */
export function debianRoot(work: string, image: string): string {
  const suite = { "debian:13-slim": "trixie", "debian:12-slim": "bookworm" }[image];
  if (!suite) throw new Error(`Cannot make a root of ${image}: only Debian's own images are known`);
  const root = join(work, suite);
  if (existsSync(root)) return root;
  const making = `${root}.making`;
  rmSync(making, { recursive: true, force: true });
  execFileSync("debootstrap", ["--variant=minbase", suite, making], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  addUpdates(join(making, "etc/apt/sources.list"), suite);
  writeFileSync(
    join(making, "etc/dpkg/dpkg.cfg.d/slim"),
    NOT_IN_SLIM.map((name) => `path-exclude /usr/share/${name}/*\n`).join(""),
  );
  const excess = NOT_IN_SLIM.map((name) => `usr/share/${name}`);
  for (const path of [...excess, "var/cache/apt", "var/lib/apt/lists", "var/log"]) {
    rmSync(join(making, path), { recursive: true, force: true });
    mkdirSync(join(making, path));
  }
  mkdirSync(join(making, "var/lib/apt/lists/partial"));
  mkdirSync(join(making, "var/cache/apt/archives/partial"), { recursive: true });
  renameSync(making, root);
  return root;
}

/** Adds the updates, as Debian's image has them, to the one source that debootstrap has written: that of the mirror which it used. */
function addUpdates(sources: string, suite: string): void {
  const [, site] = /^deb (\S+)\/debian\/? /m.exec(readFileSync(sources, "utf8")) ?? [];
  if (site === undefined) throw new Error(`debootstrap has written no source of Debian to ${sources}`);
  const archives = [
    ["debian", suite],
    ["debian", `${suite}-updates`],
    ["debian-security", `${suite}-security`],
  ];
  writeFileSync(sources, archives.map(([archive, part]) => `deb ${site}/${archive} ${part} main\n`).join(""));
}

/** A folder of this machine at a path of the root. */
export type Mount = { folder: string; path: string };

/** Shell commands that mount what docker mounts too. They run in a mount namespace of their own, which ends with its process. */
function mounting(root: string, mounts: Mount[], options: { readOnly: boolean }): string {
  const lines = [`mount --bind '${root}' '${root}'`];
  if (options.readOnly) lines.push(`mount -o remount,bind,ro '${root}'`);
  lines.push(`mount -t proc proc '${root}/proc'`, `mount --rbind /dev '${root}/dev'`);
  for (const { folder, path } of mounts) lines.push(`mount --bind '${folder}' '${root}${path}'`);
  if (options.readOnly) lines.push(`mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs '${root}/tmp'`);
  return `set -e\n${lines.join("\n")}\n`;
}

/** A build step: as root, in a root that it may change. */
export function runInRoot(
  root: string,
  command: string,
  { cwd, env, mounts }: { cwd: string; env: Record<string, string>; mounts: Mount[] },
): void {
  const script = `${mounting(root, mounts, { readOnly: false })}exec chroot '${root}' /bin/sh -c 'cd "$1" && eval "$2"' sh "$1" "$2"`;
  execFileSync("unshare", ["--mount", "sh", "-c", script, "sh", cwd, command], {
    env: { PATH: DEFAULT_PATH, HOME: "/root", ...env },
    stdio: ["ignore", 2, 2],
  });
}

const DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/**
 * Starts a program as `docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges` does, on this machine's
 * network. The process of the child is that of the program.
 */
export function startInRoot(
  root: string,
  command: string[],
  { user, env, mounts }: { user: string; env: Record<string, string>; mounts: Mount[] },
) {
  const [uid, gid] = user.split(":");
  const unprivileged = [
    ...["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", "--no-new-privs"],
    ...["--bounding-set=-all", "--inh-caps=-all", "--"],
  ];
  const script = `${mounting(root, mounts, { readOnly: true })}exec chroot '${root}' "$@"`;
  return spawn("unshare", ["--mount", "sh", "-c", script, "sh", ...unprivileged, ...command], {
    env: { PATH: DEFAULT_PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}
