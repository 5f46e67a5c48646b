import { Changes, changesBetween } from "./changes.tsx";

type ConflictNoticeProps = {
  conflict: { before: object; after: object };
  onOverwrite: () => void;
  onDiscard: () => void;
};

/** A record has changed since the form was opened (412): what has, and what to do with what was typed. */
export function ConflictNotice({ conflict: { before, after }, onOverwrite, onDiscard }: ConflictNoticeProps) {
  return (
    <div className="notice warn conflict" role="alert">
      <p>
        <strong>Not saved: this was changed elsewhere meanwhile.</strong> What you typed is still here.
      </p>
      <Changes changes={changesBetween(before, after)} />
      <div className="actions">
        <button type="button" className="button small" onClick={onOverwrite}>
          Save mine instead
        </button>
        <button type="button" className="button small quiet" onClick={onDiscard}>
          Take theirs
        </button>
      </div>
    </div>
  );
}
