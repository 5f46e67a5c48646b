import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { CopyDripStarterBody, DripSequence } from "../drips.schemas.ts";
import { addSequence } from "../sequences/add-sequence.ts";
import { brokerageFor } from "../sequences/create-drip-sequence.ts";
import { starters } from "./list-drip-starters.ts";

/**
 * Copies a starter into a brokerage, as a sequence of its own.
 *
 * @throws AppError 404 `Starter not found`, or `Brokerage not found`; 400 without a brokerage; 409 when the brokerage
 *   has a sequence of that name, such as an earlier copy: `name` gives the new one another.
 */
export async function copyDripStarter(
  ctx: ActorContext,
  input: { key: string } & CopyDripStarterBody,
): Promise<DripSequence> {
  const { key, brokerage_id, name, active = true } = input;
  return inTransaction(ctx, async (ctx) => {
    const brokerageId = await brokerageFor(ctx, brokerage_id);
    const starter = starters.get(key);
    if (!starter) throw new AppError("not_found", "Starter not found");
    return addSequence(ctx, brokerageId, { ...starter, name: name ?? starter.name, active });
  });
}
