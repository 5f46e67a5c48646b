import { useTags } from "../../app/use-tags.ts";
import { Field } from "../../components/field.tsx";
import { BulkDialog, type BulkDialogProps } from "./bulk-dialog.tsx";
import { countText } from "./edit-leads.ts";

/** Gives the leads a tag, or takes it from them. */
export function TagDialog({ action, ...props }: BulkDialogProps & { action: "tag" | "untag" }) {
  const tags = useTags();
  const isTag = action === "tag";
  const count = countText(props.leadIds.length);
  return (
    <BulkDialog
      {...props}
      title={isTag ? `Tag ${count}` : `Remove a tag of ${count}`}
      label={isTag ? "Tag" : "Remove"}
      editOf={(form) => {
        const tag = String(form.get("tag"));
        return {
          input: { action, tag },
          titleOf: (done) =>
            isTag ? `${countText(done)} tagged “${tag}”` : `“${tag}” removed of ${countText(done)}`,
        };
      }}
    >
      {(error) => (
        <>
          <Field
            name="tag"
            label="Tag"
            hint={isTag ? "One of the brokerage's tags, or a new one." : undefined}
            list="known-tags"
            autoComplete="off"
            required
            maxLength={40}
            error={error}
          />
          <datalist id="known-tags">
            {tags.map(({ id, name }) => (
              <option key={id} value={name} />
            ))}
          </datalist>
        </>
      )}
    </BulkDialog>
  );
}
