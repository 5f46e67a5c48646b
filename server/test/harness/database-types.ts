import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Kysely } from "kysely";
import { generate, PostgresDialect } from "kysely-codegen";
import type { DB } from "../../src/platform/database/types.generated.ts";

export const GENERATED_TYPES = fileURLToPath(
  new URL("../../src/platform/database/types.generated.ts", import.meta.url),
);

/** Row types as the migrated database has them, in the form of `types.generated.ts`. */
export async function describeDatabase(db: Kysely<DB>): Promise<string> {
  return generate({
    db,
    // As the pool's parsers read them: see platform/database/pool.ts.
    dialect: new PostgresDialect({ dateParser: "string", numericParser: "number" }),
    typeMapping: { int8: "number" },
    excludePattern: "schema_migrations*",
    // Else it writes into node_modules of the folder it is run in, and stands in its own way from then on.
    outFile: null,
  });
}

export function readGeneratedTypes(): Promise<string> {
  return readFile(GENERATED_TYPES, "utf8");
}
