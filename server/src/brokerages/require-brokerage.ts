import type { Db } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { isOpenBrokerage } from "./is-open-brokerage.ts";

/**
 * Checks that the brokerage exists before something is added to it.
 *
 * @throws AppError 404 `Brokerage not found`, also for a disabled one.
 */
export async function requireBrokerage(db: Db, brokerageId: number): Promise<void> {
  if (!(await isOpenBrokerage(db, brokerageId))) throw new AppError("not_found", "Brokerage not found");
}
