import type { Insertable } from "kysely";
import type { Context } from "../../platform/context.ts";
import { seal } from "../../platform/crypto/seal.ts";
import type { Feeds } from "../../platform/database/types.generated.ts";
import type { CreateFeedBody, FeedAuthInput, UpdateFeedBody } from "./configuration.schemas.ts";
import { feedDefaults } from "./feed-defaults.ts";

type Columns = Omit<Insertable<Feeds>, "id" | "source_id">;

/** The columns of a new feed; what is left out has its default. */
export async function newColumns(
  ctx: Context,
  input: CreateFeedBody,
): Promise<Columns & { sealed_secret: string }> {
  const { page_size: _, ...defaults } = feedDefaults;
  const { source: _source, auth, budget, ...given } = { ...defaults, ...withoutAbsent(input) };
  return {
    ...given,
    resources: [...given.resources],
    filter: given.filter || null,
    user_agent: given.user_agent || null,
    ...feedDefaults.budget,
    ...withoutAbsent(budget),
    ...authColumns(auth),
    sealed_secret: await seal(ctx.secrets.encryptionKey, secretOf(auth) as string),
  };
}

/** The columns that an edit names. */
export async function editedColumns(ctx: Context, input: UpdateFeedBody): Promise<Partial<Columns>> {
  const { source: _, auth, budget, ...given } = withoutAbsent(input);
  const secret = auth && secretOf(auth);
  return {
    ...given,
    ...(given.filter !== undefined && { filter: given.filter || null }),
    ...(given.user_agent !== undefined && { user_agent: given.user_agent || null }),
    ...withoutAbsent(budget ?? {}),
    ...(auth && authColumns(auth)),
    ...(secret !== undefined && { sealed_secret: await seal(ctx.secrets.encryptionKey, secret) }),
  };
}

/** All columns of auth but the secret: those of the other type are emptied. */
function authColumns({ type, token_url, client_id, scope }: FeedAuthInput) {
  const isBearer = type === "bearer";
  return {
    auth_type: type,
    token_url: isBearer ? null : (token_url ?? null),
    client_id: isBearer ? null : (client_id ?? null),
    scope: isBearer ? null : scope || null,
  };
}

/** The secret of an auth's own type. */
function secretOf({ type, token, client_secret }: FeedAuthInput): string | undefined {
  return type === "bearer" ? token : client_secret;
}

function withoutAbsent<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}
