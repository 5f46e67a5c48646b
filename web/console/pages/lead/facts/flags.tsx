import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { client, type Schema } from "../../../app/api.ts";
import { type ApiError, messageOf } from "../../../app/api-error.ts";
import { useMay } from "../../../app/me.ts";
import { refreshLeads } from "../../../app/refresh-leads.ts";
import { Badge } from "../../../components/badge.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { notify } from "../../../components/toasts.tsx";
import { FactSection } from "../fact-section.tsx";
import { flagLabel, useLeadMeta } from "../lead-meta.ts";

type Flag = Schema<"Lead">["flags"][number];
type Choice = { flag: Flag; isActive: boolean };

/** What the person does not want. Set and cleared with a reason, which the timeline keeps. */
export function Flags({ lead }: { lead: Schema<"Lead"> }) {
  const meta = useLeadMeta();
  const may = useMay();
  const [choice, setChoice] = useState<Choice | null>(null);
  return (
    <FactSection title="Consent">
      <ul className="flag-list">
        {meta?.flags.map(({ flag, label }) => {
          const isActive = lead.flags.includes(flag);
          return (
            <li key={flag}>
              {isActive ? (
                <Badge tone="bad" icon="flag">
                  {label}
                </Badge>
              ) : (
                <span className="muted">{label}</span>
              )}
              {may(isActive ? "clearLeadFlag" : "setLeadFlag") && (
                <button type="button" className="link-button" onClick={() => setChoice({ flag, isActive })}>
                  {isActive ? "Clear" : "Set"}
                  <span className="visually-hidden"> {label}</span>
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {choice && (
        <FlagDialog
          lead={lead}
          choice={choice}
          label={flagLabel(meta, choice.flag)}
          onClose={() => setChoice(null)}
        />
      )}
    </FactSection>
  );
}

type FlagDialogProps = { lead: Schema<"Lead">; choice: Choice; label: string; onClose: () => void };

function FlagDialog({ lead, choice: { flag, isActive }, label, onClose }: FlagDialogProps) {
  const change = useMutation<unknown, ApiError, string>({
    mutationFn: (reason) => {
      const init = { params: { path: { lead_id: lead.id, flag } }, body: { reason } };
      return isActive
        ? client.DELETE("/api/v1/admin/leads/{lead_id}/flags/{flag}", init)
        : client.PUT("/api/v1/admin/leads/{lead_id}/flags/{flag}", init);
    },
    onSuccess: async () => {
      await refreshLeads();
      notify({ title: isActive ? `${label} is cleared` : `${label} is set` });
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    change.mutate(String(new FormData(event.currentTarget).get("reason")));
  };
  return (
    <Dialog open onClose={onClose} title={isActive ? `Clear ${label}` : `Set ${label}`}>
      <form className="form" onSubmit={submit}>
        {change.error && (
          <p className="field-error" role="alert">
            {messageOf(change.error)}
          </p>
        )}
        <Field name="reason" label="Reason" optional maxLength={2000} error={change.error} />
        <button type="submit" className="button" disabled={change.isPending}>
          {isActive ? "Clear it" : "Set it"}
        </button>
      </form>
    </Dialog>
  );
}
