import type { Context } from "../../platform/context.ts";
import type { ApiKey, CreatedApiKey } from "../identity.schemas.ts";
import { issueKey, type WantedKey } from "./issue-key.ts";
import { revokeKey } from "./revoke-key.ts";
import { listKeys } from "./valid-keys.ts";

/** `lintel keys create`: the operator of the machine may create any key. */
export function createKeyHere(ctx: Context, wanted: WantedKey): Promise<CreatedApiKey> {
  return issueKey(ctx, wanted);
}

/** `lintel keys list`: all keys that are not revoked, newest first. */
export async function listKeysHere(ctx: Context): Promise<ApiKey[]> {
  return (await listKeys(ctx, null).execute()) as ApiKey[];
}

/** `lintel keys revoke`: also the last admin key, because the command line can create another. */
export async function revokeKeyHere(ctx: Context, { id }: { id: number }): Promise<null> {
  await revokeKey(ctx, { id, scope: null });
  return null;
}
