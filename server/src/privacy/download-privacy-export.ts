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
 * Downloads everything that is currently held about the person of the link. It is streamed while it is read, so that
 * memory use does not grow with its size. The link works repeatedly until it expires or the person is erased.
 *
 * @throws AppError 404 `This link is not valid` for any invalid token.
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
  return new Download(Readable.from(exportJson(ctx, person, name)), EXPORT_TYPE, {
    "Cache-Control": "no-store",
    "Content-Disposition": `attachment; filename="${slug}-my-data.json"`,
  });
}

async function* exportJson(ctx: Context, person: DataSubject, brokerage: string): AsyncGenerator<string> {
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
