import type { FormEvent } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";

type SaveViewDialogProps = { onName: (name: string) => void; onClose: () => void };

/** Asks for the name of a view. */
export function SaveViewDialog({ onName, onClose }: SaveViewDialogProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    if (name !== "") onName(name);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save this view"
      description="The filters are kept in this browser under a name."
    >
      <form className="form" onSubmit={submit}>
        <Field name="name" label="Name" required maxLength={40} autoComplete="off" />
        <button type="submit" className="button">
          Save
        </button>
      </form>
    </Dialog>
  );
}
