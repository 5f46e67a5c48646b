import { client, type Schema } from "../../app/api.ts";
import { queries } from "../../app/queries.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { notify } from "../../components/toasts.tsx";

/** Carries a confirmed request out before it is due. */
export function RunRequest({
  request: { id, kind, email },
  onClose,
}: {
  request: Schema<"PrivacyRequest">;
  onClose: () => void;
}) {
  const run = async () => {
    await client.POST("/api/v1/admin/privacy/requests/{request_id}/run", {
      params: { path: { request_id: id } },
    });
    // What was known of the person stands on many pages.
    await queries.invalidateQueries();
    notify({ title: kind === "erase" ? "The person's data is erased" : "The copy is on its way" });
  };
  const isErasure = kind === "erase";
  return (
    <ConfirmDialog
      title={isErasure ? "Erase this person's data?" : "Send the copy of the data?"}
      action={isErasure ? "Erase the data" : "Send the copy"}
      isDanger={isErasure}
      run={run}
      onClose={onClose}
    >
      {isErasure ? (
        <p>
          Everything about <bdi>{email}</bdi> is deleted: leads, messages, favorites, saved searches, visits.
          It cannot be undone. A receipt with counts stays.
        </p>
      ) : (
        <p>
          <bdi>{email}</bdi> is mailed a link to a copy of everything that is known. It works for 7 days.
        </p>
      )}
    </ConfirmDialog>
  );
}
