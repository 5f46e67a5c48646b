import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { client, type Schema } from "../../app/api.ts";
import type { ApiError } from "../../app/api-error.ts";
import { useOwnBrokerageId } from "../../app/own-brokerage.ts";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Field } from "../../components/field.tsx";
import { readPeopleAgain } from "./read-people-again.ts";

/** Adds an agent, and opens the profile for the rest. */
export function NewAgent({ onClose }: { onClose: () => void }) {
  const brokerage_id = useOwnBrokerageId() ?? 0;
  const navigate = useNavigate();
  const [name, setName] = useState("");
  /** Null: made of the name. */
  const [typedSlug, setSlug] = useState<string | null>(null);
  const slug = typedSlug ?? slugOf(name);
  const create = useMutation<Schema<"CreatedAgent">, ApiError, string>({
    mutationFn: async (email) => {
      const { data } = await client.POST("/api/admin/agents", { body: { brokerage_id, name, slug, email } });
      return data as Schema<"CreatedAgent">;
    },
    onSuccess: async ({ id }) => {
      await readPeopleAgain();
      await navigate({ to: "/people/agents/$agentId", params: { agentId: String(id) } });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.mutate(String(new FormData(event.currentTarget).get("email")));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="New agent"
      description="Agents sign in with a link that is mailed to their address."
    >
      <form className="form" onSubmit={submit}>
        <ErrorNotice error={create.error} />
        <Field
          name="name"
          label="Name"
          maxLength={200}
          required
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={create.error}
        />
        <Field name="email" label="Email" type="email" required error={create.error} />
        <Field
          name="slug"
          label="Address on the website"
          hint={`/agents/${slug || "…"}`}
          required
          value={slug}
          onChange={({ currentTarget }) => setSlug(currentTarget.value)}
          error={create.error}
        />
        <button type="submit" className="button" disabled={create.isPending}>
          Add the agent
        </button>
      </form>
    </Dialog>
  );
}

/** `Zoë O’Hara` as `zoe-o-hara`. */
function slugOf(name: string): string {
  return name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 100);
}
