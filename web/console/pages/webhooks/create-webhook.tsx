import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { client, type Schema } from "../../app/api.ts";
import type { ApiError } from "../../app/api-error.ts";
import { useBrokerageId } from "../../app/brokerage.ts";
import { queries } from "../../app/queries.ts";
import { Dialog } from "../../components/dialog.tsx";
import { DialogActions } from "../../components/dialog-actions.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Field } from "../../components/field.tsx";
import { SecretDialog } from "../../components/secret-dialog.tsx";
import { chosenEvents, EventChoice } from "./event-choice.tsx";

/** Adds a webhook, then shows its secret, then opens it. */
export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const brokerage_id = useBrokerageId();
  const navigate = useNavigate();
  const [created, setCreated] = useState<Schema<"CreatedWebhook"> | null>(null);
  const create = useMutation<Schema<"CreatedWebhook">, ApiError, FormData>({
    async mutationFn(form) {
      const body = { url: String(form.get("url")), events: chosenEvents(form), brokerage_id };
      const { data } = await client.POST("/api/admin/webhooks", { body });
      return data as Schema<"CreatedWebhook">;
    },
    onSuccess(created) {
      setCreated(created);
      void queries.invalidateQueries({ queryKey: ["get", "/api/admin/webhooks"] });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.mutate(new FormData(event.currentTarget));
  };
  if (created)
    return (
      <SecretDialog
        title="The secret of the webhook"
        hint="The receiver checks the signature of each delivery with it."
        secret={created.secret}
        onClose={() => {
          onClose();
          void navigate({ to: "/webhooks/$webhookId", params: { webhookId: String(created.id) } });
        }}
      />
    );
  const { error } = create;
  return (
    <Dialog open onClose={onClose} title="Add a webhook" size="large">
      <form className="form" onSubmit={submit}>
        <Field
          name="url"
          label="Address"
          type="url"
          placeholder="https://example.com/hooks/lintel"
          hint="An https address on the internet. It gets a POST for each event."
          required
          error={error}
        />
        <EventChoice chosen={["lead.created"]} error={error} />
        {error && Object.keys(error.fields).length === 0 && <ErrorNotice error={error} />}
        <DialogActions action="Add" isPending={create.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}
