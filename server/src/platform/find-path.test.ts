import { spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { removeFolder } from "../../test/harness/remove-folder.ts";
import { findPath } from "./find-path.ts";

const OTHER_USER = 65_534;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lintel-paths-"));
  await chmod(folder, 0o755);
  await mkdir(join(folder, "closed"));
  await writeFile(join(folder, "closed/file"), "");
  await chmod(join(folder, "closed"), 0);
});
afterAll(async () => {
  await chmod(join(folder, "closed"), 0o700);
  await removeFolder(folder);
});

it("tells what is not there from what this user may not see", () => {
  const script = `import { findPath } from ${JSON.stringify(new URL("./find-path.ts", import.meta.url).href)};
    for (const name of ["none", "none/file", "closed/file"])
      console.log(await findPath(${JSON.stringify(`${folder}/`)} + name));`;
  // Nothing is closed to root.
  const user = process.getuid?.() === 0 ? { uid: OTHER_USER, gid: OTHER_USER } : {};
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    ...{ encoding: "utf8", ...user, cwd: "/" },
  });
  expect([stdout, stderr]).toEqual([
    "null\nnull\npermission denied. Give this user the permission to enter its folder\n",
    "",
  ]);
});

it("says why else a path names nothing", async () => {
  await symlink("loop", join(folder, "loop"));
  expect(await findPath(join(folder, "loop"))).toBe("it cannot be looked up (ELOOP)");
});
