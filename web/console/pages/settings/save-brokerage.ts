import { client } from "../../app/api.ts";
import { ApiError } from "../../app/api-error.ts";
import { ifMatch } from "../../app/versioned.ts";
import type { Brokerage } from "./edit-brokerage.tsx";

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
  // Suggestions have no version: the record is compared before.
  const { response } = await client.GET("/api/admin/brokerages/{brokerage_id}", { params });
  if (response.headers.get("etag") !== etag) throw new ApiError(412, "The brokerage has changed meanwhile");
  const { data } = await client.POST("/api/admin/suggestions", {
    body: { target_type: "brokerage", target_id: id, changes },
  });
  if (data)
    await client.POST("/api/admin/suggestions/{suggestion_id}/approve", {
      params: { path: { suggestion_id: data.id } },
    });
}
