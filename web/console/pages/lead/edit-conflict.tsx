import { Changes } from "../../components/changes.tsx";
import { Icon } from "../../icons/icon.tsx";
import type { Conflict } from "./use-edit.ts";

/** What another person has changed while this form was open. What was typed is still in the form. */
export function EditConflict({ conflict }: { conflict: Conflict | null }) {
  if (!conflict) return null;
  return (
    <div className="notice warn" role="alert">
      <Icon name="warning" />
      <div>
        <p>
          The lead was changed meanwhile. What you typed is kept. Saving again stores the fields that you have
          changed, and no others.
        </p>
        <Changes changes={conflict.changes} />
      </div>
    </div>
  );
}
