import type { Db } from "../platform/database/database.ts";
import { toJsonb } from "../platform/database/to-jsonb.ts";
import { AppError } from "../platform/errors.ts";
import type { UpdateAgentBody } from "./agent-inputs.schemas.ts";
import {
  type AgentRow,
  linksOf,
  type SocialLinks,
  type StorageContext,
  storedPhotoUrl,
} from "./agent-row.ts";

const plain = [
  "name",
  "slug",
  "email",
  "phone",
  "bio",
  "status",
  "specialties",
  "weight",
  "accepting_leads",
  "on_vacation",
  "sms_opt_out",
  "time_zone",
] as const satisfies (keyof UpdateAgentBody)[];

/** The columns that an edit sets: only the editable fields that the input has. */
export function changedColumns(
  ctx: StorageContext,
  input: UpdateAgentBody,
  before: Pick<AgentRow, "social_links">,
) {
  const { photo_url, social_links } = input;
  const given = Object.fromEntries(
    plain.filter((field) => input[field] !== undefined).map((field) => [field, input[field]]),
  ) as Pick<UpdateAgentBody, (typeof plain)[number]>;
  return {
    ...given,
    ...(photo_url !== undefined && { photo_url: storedPhotoUrl(ctx, photo_url) }),
    ...(social_links !== undefined && { social_links: storedLinks(linksOf(before), social_links) }),
  };
}

/** Fields that the input does not name are kept; null clears. */
function storedLinks(before: SocialLinks, given: Partial<SocialLinks> | null): string {
  const { facebook, instagram } = { ...before, ...(given ?? NO_LINKS) };
  return toJsonb({ facebook: facebook ?? null, instagram: instagram ?? null });
}

const NO_LINKS = { facebook: null, instagram: null };

export function noChanges(columns: object): boolean {
  return Object.keys(columns).length === 0;
}

/** Whether no agent of any brokerage has the slug, disabled ones included. */
export async function isAgentSlugFree(db: Db, slug: string): Promise<boolean> {
  const row = await db.selectFrom("agents").select("id").where("slug", "=", slug).executeTakeFirst();
  return row === undefined;
}

/**
 * Runs a statement that stores an agent's slug. The unique index decides between concurrent writers; the slug of a
 * disabled agent stays taken.
 *
 * @throws AppError 400 `Agent with slug '<slug>' already exists`.
 */
export async function rejectTakenSlug<R>(slug: string | undefined, writing: Promise<R>): Promise<R> {
  try {
    return await writing;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== "23505" || constraint !== "agents_slug_key") throw error;
    throw new AppError("bad_request", `Agent with slug '${slug}' already exists`, { cause: error });
  }
}
