import { Link, useNavigate } from "@tanstack/react-router";
import { loadable, preload, useFirstInput, useLoadable } from "../../app/loadable.ts";
import { useMay } from "../../app/me.ts";
import { useShortcut } from "../../app/shell/shortcuts.ts";
import { Icon } from "../../icons/icon.tsx";

const newLeadDialog = loadable(async () => (await import("./new-lead-dialog.tsx")).NewLeadDialog);

/** List or board, and the form for a new lead, which the address opens. */
export function LeadPageActions({ on, isAdding }: { on: "list" | "board"; isAdding: boolean }) {
  const may = useMay();
  const navigate = useNavigate();
  const show = (isShown: boolean) =>
    void navigate({
      to: ".",
      search: (before: object) => ({ ...before, new: isShown || undefined }),
      replace: !isShown,
    });
  const NewLeadDialog = useLoadable(newLeadDialog, isAdding);
  useFirstInput(() => preload(newLeadDialog));
  useShortcut("n", () => may("createManualLead") && show(true));
  return (
    <>
      <nav className="switch" aria-label="List or board">
        <Link to="/leads" className="switch-link" activeOptions={{ exact: true, includeSearch: false }}>
          <Icon name="list-bullets" />
          List
        </Link>
        <Link to="/leads/board" className="switch-link" activeOptions={{ includeSearch: false }}>
          <Icon name="kanban" />
          Board
        </Link>
      </nav>
      {may("createManualLead") && (
        <button type="button" className="button small" aria-keyshortcuts="n" onClick={() => show(true)}>
          <Icon name="plus" />
          New lead <kbd>N</kbd>
        </button>
      )}
      {NewLeadDialog && <NewLeadDialog key={on} open={isAdding} onClose={() => show(false)} />}
    </>
  );
}
