import { useNavigate, useSearch } from "@tanstack/react-router";
import { api, type Schema } from "../../app/api.ts";
import { useBrokerageId } from "../../app/brokerage.ts";
import { Empty } from "../../components/empty.tsx";
import { LeadChooser } from "../../components/lead-chooser.tsx";
import type { ChosenLead } from "../../components/lead-list-box.tsx";
import { MailPreview } from "./mail-preview.tsx";
import type { StepDraft } from "./sequence-draft.ts";
import { SimulatedCalendar } from "./simulated-calendar.tsx";

type PreviewProps = {
  sequence: Schema<"DripSequence">;
  steps: readonly StepDraft[];
  openIndex: number;
  isDirty: boolean;
};

/** What a real lead would get of what is typed, and when. */
export function PreviewColumn({ sequence, steps, openIndex, isDirty }: PreviewProps) {
  const navigate = useNavigate();
  const lead = usePreviewLead();
  const choose = (chosen: ChosenLead | null) => {
    if (chosen)
      void navigate({
        to: ".",
        search: { lead: chosen.id },
        replace: true,
        resetScroll: false,
        ignoreBlocker: true,
      });
  };
  const open = steps[openIndex];
  return (
    <div className="preview-column">
      <section className="panel" aria-labelledby="preview">
        <h2 id="preview">As a lead reads it</h2>
        <div className="panel-body">
          <LeadChooser label="Shown for" value={lead} onChoose={choose} />
          {lead && open && (
            <MailPreview sequenceId={sequence.id} lead={lead} step={open} position={openIndex + 1} />
          )}
          {!lead && <Empty title="Choose a lead.">Emails and their times are shown for a real one.</Empty>}
        </div>
      </section>
      {lead && steps.length > 0 && (
        <SimulatedCalendar sequence={sequence} steps={steps} lead={lead} isDirty={isDirty} />
      )}
    </div>
  );
}

/** The lead that the address names, or the newest one. */
function usePreviewLead(): ChosenLead | null {
  const { lead: id } = useSearch({ from: "/staff/drips/$sequenceId" });
  const brokerage_id = useBrokerageId();
  const named = api.useQuery(
    "get",
    "/api/v1/admin/leads/{lead_id}",
    { params: { path: { lead_id: id ?? 0 } } },
    { enabled: id !== undefined },
  );
  const newest = api.useQuery(
    "get",
    "/api/v1/admin/leads",
    { params: { query: { sort: "-created_at", suspect: false, page_size: 1, brokerage_id } } },
    { enabled: id === undefined },
  );
  return (id === undefined ? newest.data?.items[0] : named.data) ?? null;
}
