import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../src/platform/database/open-database.ts";
import { createLog } from "../src/platform/log.ts";
import { describeDatabase, GENERATED_TYPES } from "./harness/database-types.ts";

// `npm run generate:types`: after a migration, bring the row types up to date.
const dataDir = await mkdtemp(join(tmpdir(), "lintel-types-"));
const database = await openDatabase({ databaseUrl: null, dataDir }, createLog("error"));
await writeFile(GENERATED_TYPES, await describeDatabase(database.db));
await database.close();
await rm(dataDir, { recursive: true });
