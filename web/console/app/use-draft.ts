import { useMutation } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import type { ApiError } from "./api-error.ts";
import type { Versioned } from "./versioned.ts";

type DraftOptions<Item extends object, Draft> = {
  /** As it is now: live updates and the query's own renew it. */
  loaded: Versioned<Item>;
  toDraft: (record: Item) => Draft;
  /** Writes the draft with the version in If-Match, and answers the record as it is then. */
  save: (draft: Draft, etag: string | null) => Promise<Versioned<Item>>;
  /** Reads the record again after a refusal, so that `loaded` is what others have made of it. */
  reload: () => Promise<unknown>;
  onSaved?: (saved: Versioned<Item>) => unknown;
};

/**
 * What is typed into the form of a record, and the version that it began with. A record that others change meanwhile is taken over while
 * nothing is typed; else saving is refused (412), what was typed stays, and `conflict` has what the others have made of it.
 */
export function useDraft<Item extends object, Draft>(options: DraftOptions<Item, Draft>) {
  const { loaded, toDraft, reload, onSaved } = options;
  const [base, setBase] = useState(loaded);
  /** What was loaded when the form began: until it is read again after a save, it is older than the form. */
  const [known, setKnown] = useState(loaded);
  const [draft, setDraft] = useState(() => toDraft(loaded.record));
  const isDirty = JSON.stringify(draft) !== JSON.stringify(toDraft(base.record));
  const begin = (version: Versioned<Item>) => {
    setBase(version);
    setKnown(loaded);
    setDraft(toDraft(version.record));
  };
  const save = useMutation<Versioned<Item>, ApiError, { sent: Draft; etag: string | null }>({
    mutationFn: ({ sent, etag }) => options.save(sent, etag),
    onSuccess: async (saved, { sent }) => {
      // What is typed while it is saved stays, and is the next thing to save.
      if (JSON.stringify(draft) === JSON.stringify(sent)) begin(saved);
      else setBase(saved);
      await onSaved?.(saved);
    },
    onError: async (error) => {
      if (error.status === 412) await reload();
    },
  });
  const isNewer = loaded !== known && loaded.etag !== base.etag;
  if (isNewer && !isDirty && !save.isPending) begin(loaded);
  useBlocker({
    shouldBlockFn: () => isDirty && !confirm("Leave the page without saving what you have changed?"),
    enableBeforeUnload: () => isDirty,
  });
  return {
    draft,
    setDraft,
    isDirty,
    isSaving: save.isPending,
    error: save.error?.status === 412 ? null : save.error,
    /** What the record was when the form was opened, and what it is now. */
    conflict: save.error?.status === 412 && isNewer ? { before: base.record, after: loaded.record } : null,
    save: () => save.mutate({ sent: draft, etag: base.etag }),
    /** Saves over what the others have changed, which the person has seen. */
    overwrite: () => {
      setBase(loaded);
      save.mutate({ sent: draft, etag: loaded.etag });
    },
    /** After a change beside the form, such as of a photo: the next save is of that version. */
    rebase: setBase,
    /** Drops what was typed. */
    discard: () => {
      save.reset();
      begin(loaded);
    },
  };
}
