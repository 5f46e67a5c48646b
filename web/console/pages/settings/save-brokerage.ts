import { client, type Schema } from "../../app/api.ts";
import { ApiError } from "../../app/api-error.ts";
import { ifMatch } from "../../app/versioned.ts";

export type Brokerage = Schema<"Brokerage">;
type Save = { id: number; changes: Partial<Brokerage>; etag: string | null; isAdmin: boolean };

/**
 * Changes a brokerage. Admins change it themselves; a broker's change is a suggestion that the broker approves, so that it stands among the
 * others with its author.
 */
export async function saveBrokerage({ id, changes, etag, isAdmin }: Save): Promise<void> {
  const params = { path: { brokerage_id: id } };
  if (isAdmin) {
    await client.PUT("/api/admin/brokerages/{brokerage_id}", {
      params,
      headers: ifMatch(etag),
      body: changes as Partial<Omit<Brokerage, "disabled_at">>,
    });
    return;
  }
  // Compared before as well: what is refused here leaves no suggestion behind.
  const { response } = await client.GET("/api/admin/brokerages/{brokerage_id}", { params });
  if (response.headers.get("etag") !== etag) throw new ApiError(412, "The brokerage has changed meanwhile");
  const { data } = await client.POST("/api/admin/suggestions", {
    body: { target_type: "brokerage", target_id: id, changes },
  });
  if (data) await approve(data.id, etag);
}

/**
 * Where a colleague has changed the brokerage since it was read, the suggestion is rejected: a broker who approves it later would overwrite
 * the colleague's change.
 */
async function approve(id: number, etag: string | null): Promise<void> {
  const params = { path: { suggestion_id: id } };
  try {
    await client.POST("/api/admin/suggestions/{suggestion_id}/approve", { params, headers: ifMatch(etag) });
  } catch (error) {
    if (error instanceof ApiError && error.status === 412)
      await client.POST("/api/admin/suggestions/{suggestion_id}/reject", {
        params,
        body: { reason: "The brokerage has changed meanwhile" },
      });
    throw error;
  }
}
