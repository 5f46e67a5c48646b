import { AssignDialog } from "./assign-dialog.tsx";
import type { BulkDialogProps } from "./bulk-dialog.tsx";
import { EnrollDialog } from "./enroll-dialog.tsx";
import { TagDialog } from "./tag-dialog.tsx";

export type BulkAction = "assign" | "tag" | "untag" | "enroll";

/** The form of an action on several leads. */
export function BulkActionDialog({ action, ...props }: BulkDialogProps & { action: BulkAction }) {
  if (action === "assign") return <AssignDialog {...props} />;
  if (action === "enroll") return <EnrollDialog {...props} />;
  return <TagDialog action={action} {...props} />;
}
