import type { Selectable } from "kysely";
import type { BrokerageSummary } from "../brokerages/index.ts";
import type { UsesPhotos } from "../photos/index.ts";
import type { Context } from "../platform/context.ts";
import type { Agents } from "../platform/database/types.generated.ts";
import { FILES_PATH } from "../platform/storage/file-storage.ts";
import { type Agent, type PublicAgent, publicFields } from "./agents.schemas.ts";

export const agentColumns = [
  "id",
  "brokerage_id",
  "name",
  "slug",
  "email",
  "phone",
  "bio",
  "photo_url",
  "status",
  "specialties",
  "social_links",
  "weight",
  "accepting_leads",
  "on_vacation",
  "sms_opt_out",
  "time_zone",
  "disabled_at",
  "created_at",
  "updated_at",
] as const satisfies (keyof Agents)[];

export type AgentRow = Pick<Selectable<Agents>, (typeof agentColumns)[number]>;

type PublicField = keyof typeof publicFields;

/** The public view's fields are columns of the same names, but its image. */
export const publicAgentColumns = Object.keys(publicFields) as PublicField[];

type PublicRow = Pick<AgentRow, PublicField>;

/** The view for staff. */
export function presentAgent(ctx: StorageContext, row: AgentRow, brokerage: BrokerageSummary): Agent {
  const { brokerage_id, ...fields } = row;
  return {
    ...fields,
    broker_id: brokerage_id,
    brokerage: { id: brokerage.id, name: brokerage.name, slug: brokerage.slug },
    status: row.status as Agent["status"],
    photo_url: publicPhotoUrl(ctx, row.photo_url),
    social_links: linksOf(row),
  };
}

/** The public profiles of agents. */
export async function presentPublicAgents(
  ctx: Context<UsesPhotos>,
  rows: readonly PublicRow[],
): Promise<PublicAgent[]> {
  const images = await ctx.photos.pages.images(rows.map(({ photo_url }) => photo_url));
  return rows.map((row, nth) => {
    const image = images[nth];
    return {
      ...row,
      photo_url: publicPhotoUrl(ctx, row.photo_url),
      social_links: linksOf(row),
      image: image ? { ...image, alt: row.name } : null,
    };
  });
}

export type SocialLinks = Agent["social_links"];

export function linksOf({ social_links }: Pick<AgentRow, "social_links">): SocialLinks {
  const { facebook, instagram } = social_links as Partial<SocialLinks>;
  return { facebook: facebook ?? null, instagram: instagram ?? null };
}

export type StorageContext = Pick<Context, "storage">;

/* An uploaded photo is stored as a path, so that PUBLIC_API_URL can change; a photo elsewhere as its URL. */

export function publicPhotoUrl({ storage }: StorageContext, stored: string | null): string | null {
  const key = stored === null ? null : storage.keyOf(stored);
  return key === null ? stored : storage.publicUrl(key);
}

export function storedPhotoUrl({ storage }: StorageContext, shown: string | null): string | null {
  const key = shown === null ? null : storage.keyOf(shown);
  return key === null ? shown : FILES_PATH + key;
}
