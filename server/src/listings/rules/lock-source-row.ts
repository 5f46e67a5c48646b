import type { Db } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";

/** Until the end of the transaction. @throws AppError 404 `Source not found`. Index: sources_name_key. */
export async function lockSourceRow(db: Db, name: string): Promise<void> {
  const source = await db
    .selectFrom("sources")
    .select("id")
    .where("name", "=", name)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!source) throw new AppError("not_found", "Source not found");
}
