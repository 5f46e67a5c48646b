import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { client } from "../../app/api.ts";
import type { ApiError } from "../../app/api-error.ts";
import { chooseBrokerage } from "../../app/brokerage.ts";
import { queries } from "../../app/queries.ts";
import { Dialog } from "../../components/dialog.tsx";
import { DialogActions } from "../../components/dialog-actions.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Field } from "../../components/field.tsx";

/** Creates a brokerage, then opens its settings, where its domain is added. */
export function CreateBrokerage({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const create = useMutation<number | undefined, ApiError, FormData>({
    async mutationFn(form) {
      const body = { name: String(form.get("name")), slug: String(form.get("slug")) };
      const { data } = await client.POST("/api/admin/brokerages", { body });
      await queries.invalidateQueries({ queryKey: ["get", "/api/admin/brokerages"] });
      return data?.id;
    },
    onSuccess(id) {
      if (id !== undefined) chooseBrokerage(id);
      void navigate({ to: "/settings/brokerage" });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.mutate(new FormData(event.currentTarget));
  };
  const { error } = create;
  return (
    <Dialog open onClose={onClose} title="Create a brokerage">
      <form className="form" onSubmit={submit}>
        <Field name="name" label="Name" required error={error} autoComplete="off" />
        <Field
          name="slug"
          label="Short name"
          hint="Lower case letters, digits and hyphens. No other brokerage has it."
          required
          error={error}
          autoComplete="off"
        />
        {error && Object.keys(error.fields).length === 0 && <ErrorNotice error={error} />}
        <DialogActions action="Create" isPending={create.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}
