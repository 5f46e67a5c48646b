import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { TestProject } from "vitest/node";
import { buildProgram } from "../../build/build-program.ts";
import { createKysely } from "../../src/platform/database/database.ts";
import { migrate } from "../../src/platform/database/migrate.ts";
import { openDatabase } from "../../src/platform/database/open-database.ts";
import { createPool } from "../../src/platform/database/pool.ts";
import { createLog } from "../../src/platform/log.ts";
import { removeFolder } from "./remove-folder.ts";

/**
 * Builds the program, which processes of tests run as those of users do, and migrates one database of a project's kind, once: every test
 * file gets a copy.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = project.config.env.DATABASE_URL ?? process.env.DATABASE_URL;
  // The same folder in each project: one writes it, another reads it.
  const calls = join(tmpdir(), `lintel-sql-files-${process.pid}`);
  project.provide("sqlFileCalls", calls);
  // It looks at what the others have written.
  if (project.name === "sql files") return () => removeFolder(calls);
  await buildProgram();
  return url ? prepareTemplateDatabase(project, url) : prepareTemplateFolder(project);
}

async function prepareTemplateFolder(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "lintel-template-"));
  const database = await openDatabase({ databaseUrl: null, dataDir: folder }, createLog("error"));
  await database.close();
  project.provide("template", { folder });
  return () => removeFolder(folder);
}

async function prepareTemplateDatabase(project: TestProject, url: string): Promise<() => Promise<void>> {
  const name = `lintel_template_${project.name}_${process.pid}`;
  const server = createKysely(createPool({ target: { url }, maxConnections: 1 }));
  await sql.raw(`create database ${name}`).execute(server);
  const template = createKysely(createPool({ target: { url: withDatabase(url, name) }, maxConnections: 1 }));
  await migrate(template);
  await template.destroy();
  project.provide("template", { url, database: name });
  return async () => {
    await sql.raw(`drop database ${name} with (force)`).execute(server);
    await server.destroy();
  };
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

declare module "vitest" {
  interface ProvidedContext {
    /** Where test/embedded/record-sql-files.ts writes. */
    sqlFileCalls: string;
    template: { folder: string } | { url: string; database: string };
  }
}
