import { client, type Schema } from "../../app/api.ts";
import { ApiError, messageOf } from "../../app/api-error.ts";
import { refreshLeads } from "../../app/refresh-leads.ts";
import { notify, notifyFailure } from "../../components/toasts.tsx";
import { offerUndo } from "../../components/undo-toast.tsx";

export type BulkEditInput = Schema<"BulkEditInput">;

/** The API edits at most this many leads at once. */
export const MOST_AT_ONCE = 200;

/**
 * Edits leads and offers to undo it for as long as the API lets.
 *
 * @param titleOf what was done, of the number of leads that were edited.
 * @throws ApiError when no lead was edited, with the reasons.
 */
export async function editLeads(
  input: BulkEditInput,
  titleOf: (done: number) => string,
): Promise<Schema<"BulkEdit">> {
  const sentAt = Date.now();
  const { data } = await client.POST("/api/v1/admin/leads/bulk", { body: input });
  const edit = data as Schema<"BulkEdit">;
  const reasons = refusals(edit);
  if (edit.done > 0)
    offerUndo({
      title: titleOf(edit.done),
      seconds: secondsToUndo(edit, sentAt),
      undo: () => void undo(edit.id),
    });
  await refreshLeads();
  if (edit.done === 0) throw new ApiError(409, reasons);
  if (edit.refused > 0) notifyFailure(`Not changed: ${countText(edit.refused)}`, reasons);
  return edit;
}

/** The API counts from the request. The server's clock may differ from this browser's, so its times are only subtracted. */
function secondsToUndo({ created_at, undo_until }: Schema<"BulkEdit">, sentAt: number): number {
  return (Date.parse(undo_until) - Date.parse(created_at) - (Date.now() - sentAt)) / 1000;
}

/** `1 lead`, `12 leads` */
export function countText(count: number): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? "lead" : "leads"}`;
}

/** Each reason once. */
function refusals({ leads }: Schema<"BulkEdit">): string {
  return [...new Set(leads.flatMap(({ reason }) => reason ?? []))].join(". ");
}

async function undo(bulk_id: number): Promise<void> {
  try {
    const { data } = await client.POST("/api/v1/admin/leads/bulk/{bulk_id}/undo", {
      params: { path: { bulk_id } },
    });
    await refreshLeads();
    const kept = data?.leads.filter(({ result }) => result !== "undone") ?? [];
    if (kept.length === 0) notify({ title: "Undone" });
    else
      notifyFailure(
        `Not undone as a whole: ${countText(kept.length)}`,
        `They have changed since: ${[...new Set(kept.flatMap(({ changed_since }) => changed_since))].join(", ")}.`,
      );
  } catch (error) {
    notifyFailure("This was not undone", messageOf(error));
  }
}
