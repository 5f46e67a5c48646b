import { useMutation } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import type { ApiError } from "./api-error.ts";
import type { Versioned } from "./versioned.ts";

export type EditOptions<Item extends object, Fields extends object> = {
  /** The record as it is now: live updates and the query's own renew it. */
  stored: Versioned<Item>;
  /** Its fields as the form has them. */
  fieldsOf: (record: Item) => Fields;
  /** Writes the fields that were changed, for that version alone, and answers the record as it is then. */
  save: (changes: Partial<Fields>, etag: string | null) => Promise<Versioned<Item>>;
  /** Reads the record again, to show what others have made of it. */
  readAgain: () => Promise<Versioned<Item>>;
  /** Called with what was typed; null: nothing was changed, and nothing was sent. */
  onSaved?: (saved: Versioned<Item> | null, typed: Fields) => unknown;
};

/** What others have made of a record while it was edited. */
export type EditConflict<Item> = { before: Item; after: Item };

export type Edit<Item extends object, Fields extends object> = {
  /** The version that the form began with. */
  base: Versioned<Item>;
  conflict: EditConflict<Item> | null;
  /** A refusal that is no conflict. */
  error: ApiError | null;
  isSaving: boolean;
  /** Another version than the form's, which others have made and which nothing has been said of yet. */
  newer: Versioned<Item> | null;
  save: (typed: Fields) => void;
  /** Goes on with that version. */
  begin: (version: Versioned<Item>) => void;
  /** Goes on with the newest version, and forgets what was refused. */
  discard: () => Versioned<Item>;
};

/**
 * A record that others may edit too, while a person edits it: forms keep what is typed, this keeps the version that they began with. Saving
 * sends the fields that differ from it, with If-Match. When the record has changed meanwhile (412), nothing is stored, and `conflict`
 * says what has changed; the next attempt puts the same fields on top of the new version.
 */
export function useEdit<Item extends object, Fields extends object>(
  options: EditOptions<Item, Fields>,
): Edit<Item, Fields> {
  const { stored, fieldsOf, save, readAgain, onSaved } = options;
  const [base, setBase] = useState(stored);
  /** What was stored when the form began: until it is read again after a save, it is older than the form. */
  const [seen, setSeen] = useState(stored.etag);
  const [meanwhile, setMeanwhile] = useState<Versioned<Item> | null>(null);
  const work = useMutation<Versioned<Item> | null, ApiError, Fields>({
    async mutationFn(typed) {
      const changes = changedFields(fieldsOf(base.record), typed);
      return Object.keys(changes).length === 0 ? null : save(changes, (meanwhile ?? base).etag);
    },
    async onSuccess(saved, typed) {
      begin(saved ?? meanwhile ?? base);
      await onSaved?.(saved, typed);
    },
    async onError({ status }) {
      if (status === 412) setMeanwhile(await readAgain());
    },
  });
  const newer = stored.etag !== seen && stored.etag !== base.etag ? stored : null;
  const begin = (version: Versioned<Item>) => {
    setBase(version);
    setSeen(stored.etag);
    setMeanwhile(null);
  };
  return {
    base,
    conflict: meanwhile && { before: base.record, after: meanwhile.record },
    error: meanwhile ? null : work.error,
    isSaving: work.isPending,
    newer: meanwhile || work.isPending ? null : newer,
    save: (typed) => work.mutate(typed),
    begin,
    discard() {
      const newest = newer ?? meanwhile ?? base;
      begin(newest);
      work.reset();
      return newest;
    },
  };
}

/** Of `after` those fields that have another value in `before`. */
export function changedFields<Fields extends object>(before: object, after: Fields): Partial<Fields> {
  const old = before as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => JSON.stringify(old[field]) !== JSON.stringify(value)),
  ) as Partial<Fields>;
}

/** Asks before a page is left on which something is typed and not saved. */
export function useLeaveGuard(isDirty: boolean): void {
  useBlocker({
    shouldBlockFn: () => isDirty && !confirm("Leave the page without saving what you have changed?"),
    enableBeforeUnload: () => isDirty,
  });
}
