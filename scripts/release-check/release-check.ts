import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import {
  checkAudit,
  checkChangelog,
  checkDeployment,
  checkDocuments,
  checkDump,
  checkMigrations,
  checkTree,
  checkVersions,
  git,
  migrationDigests,
  type Outcome,
  RECORD,
  type Tree,
} from "./checks.ts";

/*
 * `npm run release:check`: whether the tree may be tagged as a release (docs/operations/releases.md). Prints a table and ends with 1 when
 * a check fails. `--against REF` instead of the last tag, `--only a,b`, `--record` writes the digests of the migrations.
 */

type Check = (tree: Tree) => Outcome | Promise<Outcome>;
const checks: Record<string, Check> = {
  tree: checkTree,
  versions: checkVersions,
  deployment: checkDeployment,
  changelog: checkChangelog,
  migrations: checkMigrations,
  dump: checkDump,
  openapi: async (checked) => (await import("./check-openapi.ts")).checkOpenapi(checked),
  documents: checkDocuments,
  audit: checkAudit,
};

const { values } = optionsOrEnd();
const root = resolve(values.root);
const names = values.only?.split(",") ?? Object.keys(checks);
const unknown = names.filter((name) => !(name in checks));
if (unknown.length > 0)
  end(`There is no check ${unknown.join(", ")}. --only takes ${Object.keys(checks).join(", ")}.`);
const tree: Tree = { root, previous: values.against ?? lastTag() };
if (values.against !== undefined && !isCommit(values.against))
  end(`There is no commit ${values.against}. --against takes a tag, a branch or a commit that git has here.`);

if (values.record) {
  writeFileSync(join(root, RECORD), `${JSON.stringify(migrationDigests(root), null, 2)}\n`);
  console.log(`${RECORD} is written.`);
} else {
  console.log(`Compared with ${tree.previous ?? "no release: there is no tag v*"}\n`);
  let failed = 0;
  for (const name of names) {
    const { passed, detail } = await (checks[name] as Check)(tree);
    if (!passed) failed++;
    console.log(`${passed ? "ok    " : "FAILED"}  ${name.padEnd(10)}  ${detail}`);
  }
  console.log(`\n${names.length - failed} of ${names.length} checks passed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

function optionsOrEnd() {
  try {
    return parseArgs({
      options: {
        root: { type: "string", default: fileURLToPath(new URL("../../", import.meta.url)) },
        against: { type: "string" },
        only: { type: "string" },
        record: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    return end(`${(error as Error).message.split(". ")[0]}. It takes --only, --against and --record.`);
  }
}

function isCommit(reference: string): boolean {
  try {
    git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", `${reference}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

/** Ends the process, with 2 as for any wrong use. */
function end(problem: string): never {
  console.error(problem);
  process.exit(2);
}

function lastTag(): string | null {
  const tags = git(root, "tag", "--list", "v*", "--merged", "HEAD", "--sort=-version:refname");
  return tags.split("\n")[0] || null;
}
