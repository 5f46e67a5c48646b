import { messageOf } from "../app/api-error.ts";
import { Icon } from "../icons/icon.tsx";

/** Why a part of a page has nothing to show, or why something was refused. */
export function ErrorNotice({ error, retry }: { error: unknown; retry?: () => void }) {
  if (!error) return null;
  return (
    <div className="notice bad" role="alert">
      <Icon name="warning-circle" />
      <p>{messageOf(error)}</p>
      {retry && (
        <button type="button" className="button small quiet" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
