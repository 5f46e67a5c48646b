import type { Context } from "../platform/context.ts";

/** The search, when it is its caller's turn. */
export function queued<Ctx extends Context, Input, Result>(
  search: (ctx: Ctx, input: Input) => Promise<Result>,
): (ctx: Ctx, input: Input) => Promise<Result> {
  return (ctx, input) => ctx.searches.run(ctx.caller, ctx.signal, () => search(ctx, input));
}
