import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { client, type Schema } from "../../app/api.ts";
import type { ApiError } from "../../app/api-error.ts";
import { useBrokerageId } from "../../app/brokerage.ts";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Field, SelectField } from "../../components/field.tsx";
import { readDripsAgain } from "./read-drips-again.ts";
import { triggerOptions } from "./sequence-settings.tsx";

type Trigger = Schema<"DripSequence">["trigger_state"];

/** Begins an empty sequence, turned off, and opens its editor. */
export function NewSequence({ onClose }: { onClose: () => void }) {
  const brokerage_id = useBrokerageId();
  const navigate = useNavigate();
  const create = useMutation<Schema<"DripSequence">, ApiError, { name: string; trigger_state: Trigger }>({
    mutationFn: async (body) => {
      const { data } = await client.POST("/api/v1/admin/drips", {
        body: { ...body, active: false, ...(brokerage_id && { brokerage_id }) },
      });
      return data as Schema<"DripSequence">;
    },
    onSuccess: async ({ id }) => {
      await readDripsAgain();
      await navigate({ to: "/drips/$sequenceId", params: { sequenceId: String(id) } });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    create.mutate({
      name: String(form.get("name")),
      trigger_state: form.get("trigger_state") as Trigger,
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="New sequence"
      description="It is turned off until you turn it on, so that you can write in peace."
    >
      <form className="form" onSubmit={submit}>
        <ErrorNotice error={create.error} />
        <Field name="name" label="Name" maxLength={120} required error={create.error} />
        <SelectField
          name="trigger_state"
          label="Begins when a lead enters"
          options={triggerOptions}
          error={create.error}
        />
        <button type="submit" className="button" disabled={create.isPending}>
          Create
        </button>
      </form>
    </Dialog>
  );
}
