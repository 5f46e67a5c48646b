import { Readable } from "node:stream";
import { brokerageSummary } from "../brokerages/index.ts";
import type { Context } from "../platform/context.ts";
import type { DataSubject } from "../platform/data-subject.ts";
import { AppError } from "../platform/errors.ts";
import { Download } from "../platform/http/download.ts";
import { dataNames, recordsOf } from "./personal-data.ts";
import type { TokenParams } from "./privacy.schemas.ts";
import { hashOfToken } from "./tokens.ts";

export const EXPORT_TYPE = "application/json; charset=utf-8";

/**
 * Everything that is held about the person whose link it is, as it is now: made while it is sent, so that it takes no more
 * memory however much there is. It works any number of times until the link expires, and not after an erasure.
 *
 * @throws AppError 404 `This link is not valid`, whatever is wrong with it.
 */
export async function downloadPrivacyExport(ctx: Context, { token }: TokenParams): Promise<Download> {
  const request = await ctx.db
    .selectFrom("privacy_requests")
    .select(["brokerage_id", "email"])
    .where("token_hash", "=", hashOfToken(token))
    .where("kind", "=", "export")
    .where("status", "=", "done")
    .where("token_expires_at", ">", ctx.clock.now())
    .executeTakeFirst();
  if (!request?.email) throw new AppError("not_found", "This link is not valid");
  const { name, slug } = await brokerageSummary(ctx.db, request.brokerage_id);
  const person = { brokerageId: request.brokerage_id, email: request.email };
  return new Download(Readable.from(written(ctx, person, name)), EXPORT_TYPE, {
    "Cache-Control": "no-store",
    "Content-Disposition": `attachment; filename="${slug}-my-data.json"`,
  });
}

async function* written(ctx: Context, person: DataSubject, brokerage: string): AsyncGenerator<string> {
  const head = { brokerage, email: person.email, made_at: ctx.clock.now() };
  yield JSON.stringify(head, null, 2).slice(0, -2);
  for (const name of dataNames) {
    yield `,\n  "${name}": [`;
    let separator = "\n";
    for await (const record of recordsOf(ctx, person, name)) {
      yield separator + JSON.stringify(record, null, 2);
      separator = ",\n";
    }
    yield "]";
  }
  yield "\n}\n";
}
