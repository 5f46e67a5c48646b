import { useState } from "react";
import { loadable, preload, useFirstInput, useLoadable } from "../../app/loadable.ts";
import { useMay } from "../../app/me.ts";
import { Icon, type IconName } from "../../icons/icon.tsx";
import type { BulkAction } from "./bulk-action-dialog.tsx";
import { countText, MOST_AT_ONCE } from "./edit-leads.ts";
import type { Selection } from "./use-selection.ts";

export const bulkActionDialog = loadable(
  async () => (await import("./bulk-action-dialog.tsx")).BulkActionDialog,
);

/** What can be done with the selected leads. */
export function BulkBar({ selection }: { selection: Selection }) {
  const [action, setAction] = useState<BulkAction | null>(null);
  const BulkActionDialog = useLoadable(bulkActionDialog, action !== null);
  useFirstInput(() => preload(bulkActionDialog));
  const may = useMay();
  const leadIds = [...selection.ids];
  const isTooMany = leadIds.length > MOST_AT_ONCE;
  const buttons: { action: BulkAction; label: string; icon: IconName; isOffered: boolean }[] = [
    { action: "assign", label: "Assign", icon: "user-switch", isOffered: may("listAgents") },
    { action: "tag", label: "Tag", icon: "tag", isOffered: true },
    { action: "untag", label: "Remove a tag", icon: "x", isOffered: true },
    { action: "enroll", label: "Enroll in a drip", icon: "drop", isOffered: may("enrollLead") },
  ];
  return (
    <section className="bulk-bar" aria-label="Selected leads" hidden={leadIds.length === 0}>
      <p role="status">
        {countText(leadIds.length)} selected
        {isTooMany && `: at most ${MOST_AT_ONCE} can be changed at once`}
      </p>
      <div className="actions">
        {buttons
          .filter(({ isOffered }) => isOffered)
          .map(({ action, label, icon }) => (
            <button
              key={action}
              type="button"
              className="button small quiet"
              disabled={isTooMany}
              onClick={() => setAction(action)}
            >
              <Icon name={icon} />
              {label}
            </button>
          ))}
        <button type="button" className="button small quiet" onClick={selection.clear}>
          Unselect all <kbd>Esc</kbd>
        </button>
      </div>
      {BulkActionDialog && action && (
        <BulkActionDialog
          action={action}
          leadIds={leadIds}
          onClose={() => setAction(null)}
          onDone={() => {
            setAction(null);
            selection.clear();
          }}
        />
      )}
    </section>
  );
}
