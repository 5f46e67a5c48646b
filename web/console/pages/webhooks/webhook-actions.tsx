import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { client, type Schema } from "../../app/api.ts";
import { type ApiError, messageOf } from "../../app/api-error.ts";
import { queries } from "../../app/queries.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { SecretDialog } from "../../components/secret-dialog.tsx";
import { notify, notifyFailure } from "../../components/toasts.tsx";

/** Disable or enable, a new secret, delete. */
export function WebhookActions({ webhook }: { webhook: Schema<"Webhook"> }) {
  const params = { path: { webhook_id: webhook.id } };
  const navigate = useNavigate();
  const [asking, setAsking] = useState<"rotate" | "delete" | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const active = webhook.status === "disabled";
  const toggle = useMutation<unknown, ApiError>({
    mutationFn: () => client.PATCH("/api/admin/webhooks/{webhook_id}", { params, body: { active } }),
    onSuccess: async () => {
      await readWebhooksAgain();
      notify({ title: active ? "The webhook is enabled" : "The webhook is disabled" });
    },
    onError: (error) => notifyFailure("Nothing was changed", messageOf(error)),
  });
  const rotate = async () => {
    const { data } = await client.POST("/api/admin/webhooks/{webhook_id}/rotate-secret", { params });
    setSecret(data?.secret ?? null);
    await readWebhooksAgain();
  };
  const remove = async () => {
    await client.DELETE("/api/admin/webhooks/{webhook_id}", { params });
    void navigate({ to: "/webhooks" });
    notify({ title: "The webhook is deleted" });
    void queries.invalidateQueries({ queryKey: ["get", "/api/admin/webhooks"] });
  };
  const close = () => setAsking(null);
  return (
    <>
      <button
        type="button"
        className="button quiet"
        disabled={toggle.isPending}
        onClick={() => toggle.mutate()}
      >
        {active ? "Enable" : "Disable"}
      </button>
      <button type="button" className="button quiet" onClick={() => setAsking("rotate")}>
        New secret
      </button>
      <button type="button" className="button quiet" onClick={() => setAsking("delete")}>
        Delete
      </button>
      {asking === "rotate" && (
        <ConfirmDialog title="Make a new secret?" action="Make a new secret" run={rotate} onClose={close}>
          <p>For 24 hours deliveries are signed with both secrets, so that the receiver can change over.</p>
        </ConfirmDialog>
      )}
      {asking === "delete" && (
        <ConfirmDialog
          title="Delete this webhook?"
          action="Delete the webhook"
          isDanger
          run={remove}
          onClose={close}
        >
          <p>Its log is deleted with it, and what waits is not sent. It cannot be undone.</p>
        </ConfirmDialog>
      )}
      {secret && (
        <SecretDialog
          title="The new secret"
          hint="Give it to the receiver within 24 hours."
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}

function readWebhooksAgain(): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[1]).startsWith("/api/admin/webhooks"),
  });
}
