import { useRef, useState } from "react";
import { changedFields, type EditOptions, useEdit, useLeaveGuard } from "./use-edit.ts";
import type { Versioned } from "./versioned.ts";

type DraftOptions<Item extends object, Draft extends object, Body extends object> = Omit<
  EditOptions<Item, Body>,
  "fieldsOf" | "onSaved"
> & {
  toDraft: (record: Item) => Draft;
  /** The fields as the API takes them. */
  toBody: (draft: Draft) => Body;
  onSaved?: () => unknown;
};

/**
 * An edit (`useEdit`) whose form shows what is typed while it is typed, such as an email. A record that others change meanwhile is taken
 * over while nothing is typed.
 */
export function useDraft<Item extends object, Draft extends object, Body extends object>({
  toDraft,
  toBody,
  onSaved,
  ...options
}: DraftOptions<Item, Draft, Body>) {
  const sent = useRef<Draft | null>(null);
  const edit = useEdit<Item, Body>({
    ...options,
    fieldsOf: (record) => toBody(toDraft(record)),
    onSaved: async (saved) => {
      if (saved) replace(sent.current as Draft, saved);
      await onSaved?.();
    },
  });
  const stored = toDraft(edit.base.record);
  const [draft, setDraft] = useState(stored);
  /** Shows that version, but for what was typed since. */
  const replace = (since: Draft, { record }: Versioned<Item>) =>
    setDraft((now) => ({ ...toDraft(record), ...changedFields(since, now) }));
  const isDirty = Object.keys(changedFields(toBody(stored), toBody(draft))).length > 0;
  const rebase = (version: Versioned<Item>) => {
    edit.begin(version);
    replace(stored, version);
  };
  if (edit.newer && !isDirty) rebase(edit.newer);
  useLeaveGuard(isDirty);
  return {
    ...edit,
    draft,
    setDraft,
    isDirty,
    save: () => {
      sent.current = draft;
      edit.save(toBody(draft));
    },
    /** After a change beside the form, such as of a photo: the next save is of that version. */
    rebase,
    /** Drops what was typed. */
    discard: () => setDraft(toDraft(edit.discard().record)),
  };
}
