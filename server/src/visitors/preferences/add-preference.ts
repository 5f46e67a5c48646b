import type { TenantContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import {
  findSession,
  preferencesOfSession,
  requireLockedSession,
  type SessionRow,
} from "../sessions/session-row.ts";
import type { AddPreferenceBody, PreferenceReply } from "../visitors.schemas.ts";
import { isRooms } from "./find-preference.ts";
import { type FlatPreference, flatten } from "./flat.ts";
import { deleteStated, type StatedPreference, storeStated } from "./stated.ts";

const MAX_STATED = 200;
const MAX_DOLLARS = 1_000_000_000_000;
const MAX_ROOMS = 100;

/**
 * Stores a preference that the visitor states. It takes precedence over inferred ones and replaces an earlier
 * statement.
 *
 * @throws AppError 400 for a key or a value that does not fit the type, 404 without a session.
 */
export async function addPreference(ctx: TenantContext, input: AddPreferenceBody): Promise<PreferenceReply> {
  const stated = parseStated(input);
  return inTransaction(ctx, async (ctx) => {
    const session = await requireLockedSession(ctx);
    if (session.stated.length >= MAX_STATED && !session.stated.some((each) => isSame(each, stated)))
      throw new AppError("bad_request", `A session holds at most ${MAX_STATED} preferences`);
    await deleteContradictions(ctx, session, stated);
    await storeStated(ctx, session.id, stated);
    return { success: true, preference: await currentPreference(ctx, stated.type, flatKey(stated)) };
  });
}

/** Reads the preference after a change. The caller holds the session's lock. */
export async function currentPreference(
  ctx: TenantContext,
  type: string,
  key: string,
): Promise<FlatPreference> {
  const which = { sessionId: ctx.sessionId, brokerageId: ctx.tenant.brokerageId };
  const preferences = flatten(preferencesOfSession((await findSession(ctx, which)) as SessionRow));
  return preferences.find(
    (each) => each.type === type && each.key.toLowerCase() === key.toLowerCase(),
  ) as FlatPreference;
}

const flatKey = ({ type, key }: StatedPreference) => (type === "price" ? "price" : key);

const isSame = (one: StatedPreference, other: StatedPreference) =>
  one.type === other.type && one.key === other.key;

function parseStated({ type, key: written, value: given }: AddPreferenceBody): StatedPreference {
  // JSON columns refuse lone surrogates.
  const key = written?.toWellFormed();
  const value = typeof given === "string" ? given.toWellFormed() : given;
  const base = { type, verdict: "added", source: "user_added" } as const;
  if (type === "price") {
    const bound = key?.toLowerCase() ?? "max";
    if (bound !== "min" && bound !== "max") throw new AppError("bad_request", "key must be min or max");
    return { ...base, key: bound, value: { value: numberIn(value, MAX_DOLLARS) } };
  }
  if (isRooms(type)) return { ...base, key: type, value: { min: numberIn(value, MAX_ROOMS) } };
  const word = typeof value === "string" ? value.trim() : value;
  if (word === "") throw new AppError("bad_request", "value must not be empty");
  if (type === "locations") {
    return { ...base, key: String(word).toLowerCase(), value: { value: String(word) } };
  }
  if (!key) throw new AppError("bad_request", `key is required for ${type}`);
  return { ...base, key: key.toLowerCase(), value: { key, value: word } };
}

/** `450000`, `"450,000"` or `"$450,000"`. */
function numberIn(value: string | number, most: number): number {
  const number = typeof value === "number" ? value : numberOf(value.replaceAll(/[\s$,]/g, ""));
  if (!(number >= 0 && number <= most))
    throw new AppError("bad_request", `value must be a number from 0 to ${most}`);
  return number;
}

const numberOf = (text: string) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN);

/**
 * Deletes a rejected range before a bound is added, and the other bound when the two exclude each other: the later
 * one holds.
 */
async function deleteContradictions(
  ctx: TenantContext,
  { id, stated }: SessionRow,
  { type, key, value }: StatedPreference,
): Promise<void> {
  if (type !== "price") return;
  const other = stated.find((each) => each.type === "price" && each.key === (key === "min" ? "max" : "min"));
  const [bound, otherBound] = [value.value as number, other?.value.value as number | undefined];
  const excludes = otherBound !== undefined && (key === "min" ? bound > otherBound : bound < otherBound);
  const isRejected = stated.some((each) => each.key === "price" && each.verdict === "rejected");
  const keys = [...(excludes && other ? [other.key] : []), ...(isRejected ? ["price"] : [])];
  if (keys.length > 0) await deleteStated(ctx, id, { type, keys });
}
