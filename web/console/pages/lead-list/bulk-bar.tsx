import { useState } from "react";
import { useMay } from "../../app/me.ts";
import { useAgents } from "../../app/use-agents.ts";
import { Icon, type IconName } from "../../icons/icon.tsx";
import { AssignDialog } from "./assign-dialog.tsx";
import { countText, MOST_AT_ONCE } from "./edit-leads.ts";
import { EnrollDialog } from "./enroll-dialog.tsx";
import { TagDialog } from "./tag-dialog.tsx";
import type { Selection } from "./use-selection.ts";

type Action = "assign" | "tag" | "untag" | "enroll";

/** What can be done with the selected leads. */
export function BulkBar({ selection }: { selection: Selection }) {
  const [action, setAction] = useState<Action | null>(null);
  const may = useMay();
  const hasAgents = useAgents().length > 0;
  const leadIds = [...selection.ids];
  const isTooMany = leadIds.length > MOST_AT_ONCE;
  const buttons: { action: Action; label: string; icon: IconName; isOffered: boolean }[] = [
    { action: "assign", label: "Assign", icon: "user-switch", isOffered: hasAgents },
    { action: "tag", label: "Tag", icon: "tag", isOffered: true },
    { action: "untag", label: "Remove a tag", icon: "x", isOffered: true },
    { action: "enroll", label: "Enroll in a drip", icon: "drop", isOffered: may("enrollLead") },
  ];
  const common = {
    leadIds,
    onClose: () => setAction(null),
    onDone: () => {
      setAction(null);
      selection.clear();
    },
  };
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
      {action === "assign" && <AssignDialog {...common} />}
      {action === "enroll" && <EnrollDialog {...common} />}
      {(action === "tag" || action === "untag") && <TagDialog action={action} {...common} />}
    </section>
  );
}
