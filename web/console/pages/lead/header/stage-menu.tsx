import { useState } from "react";
import { api, type Schema } from "../../../app/api.ts";
import { Menu } from "../../../components/menu.tsx";
import { Icon } from "../../../icons/icon.tsx";
import { eventLabel, stageLabel, useLeadMeta } from "../lead-meta.ts";
import { StageDialog } from "./stage-dialog.tsx";

type Transition = Schema<"Lead">["available_transitions"][number];

/** The stage, and what can be reported now: each event moves the lead. */
export function StageMenu({ lead }: { lead: Schema<"Lead"> }) {
  const meta = useLeadMeta();
  const [chosen, setChosen] = useState<Transition | null>(null);
  const { data: timeline } = api.useQuery("get", "/api/v1/admin/leads/{lead_id}/transitions", {
    params: { path: { lead_id: lead.id } },
  });
  // What people can report; the lead's own list has what the sweep reports too.
  const offered = timeline?.available_transitions ?? lead.available_transitions;
  const label = stageLabel(meta, lead.stage);
  if (offered.length === 0) return <strong>{label}</strong>;
  return (
    <>
      <Menu
        trigger={
          <>
            {label}
            <Icon name="caret-down" />
          </>
        }
        label={`Stage: ${label}. Move the lead`}
        items={offered.map((event) => {
          const to = meta?.events.find(({ event_type }) => event_type === event)?.to;
          return {
            label: eventLabel(meta, event),
            hint: to && to !== lead.stage ? stageLabel(meta, to) : "",
            run: () => setChosen(event),
          };
        })}
      />
      {chosen && <StageDialog lead={lead} event={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}
