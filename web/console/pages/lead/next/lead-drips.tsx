import { useMutation } from "@tanstack/react-query";
import { api, client, type Schema } from "../../../app/api.ts";
import { type ApiError, messageOf } from "../../../app/api-error.ts";
import { refreshLeads } from "../../../app/refresh-leads.ts";
import { ownMoment } from "../../../app/time-zone.ts";
import { Menu } from "../../../components/menu.tsx";
import { notify, notifyFailure } from "../../../components/toasts.tsx";
import { Icon } from "../../../icons/icon.tsx";
import { FactSection, stateOf } from "../fact-section.tsx";
import { inWords } from "../lead-meta.ts";
import { ofLead } from "../lead-query.ts";

type Change = { sequenceId: number; name: string; isEnrolled: boolean };

/** The drips that the lead is on; enrolling it and stopping where the person may. */
export function LeadDrips({ leadId }: { leadId: number }) {
  const query = api.useQuery("get", "/api/v1/admin/leads/{lead_id}/drips", ofLead(leadId));
  const change = useMutation<unknown, ApiError, Change>({
    mutationFn: ({ sequenceId, isEnrolled }) => {
      const init = { params: { path: { sequence_id: sequenceId, lead_id: leadId } } };
      return isEnrolled
        ? client.POST("/api/v1/admin/drips/{sequence_id}/enrollments/{lead_id}", init)
        : client.DELETE("/api/v1/admin/drips/{sequence_id}/enrollments/{lead_id}", init);
    },
    onSuccess: (_data, { name, isEnrolled }) => {
      notify({ title: isEnrolled ? `Enrolled in ${name}` : `${name} is stopped` });
      return refreshLeads();
    },
    onError: (error) => notifyFailure("The drip was not changed", messageOf(error)),
  });
  const { enrollments = [], available_sequences: available = [], can_manage: mayManage } = query.data ?? {};
  return (
    <FactSection title="Drips" state={stateOf(query)}>
      {enrollments.length === 0 ? (
        <p className="muted">On no drip.</p>
      ) : (
        <ul className="lines">
          {enrollments.map((enrollment) => (
            <li key={enrollment.id}>
              <bdi>{enrollment.sequence_name}</bdi>
              <span className="muted"> {stateText(enrollment)}</span>
              {mayManage && enrollment.status === "active" && (
                <button
                  type="button"
                  className="link-button"
                  disabled={change.isPending}
                  onClick={() =>
                    change.mutate({
                      sequenceId: enrollment.sequence_id,
                      name: enrollment.sequence_name,
                      isEnrolled: false,
                    })
                  }
                >
                  Stop<span className="visually-hidden"> {enrollment.sequence_name}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayManage && available.length > 0 && (
        <div>
          <Menu
            trigger={
              <>
                Enroll in a drip
                <Icon name="caret-down" />
              </>
            }
            items={available.map(({ id, name, step_count, total_days }) => ({
              label: name,
              hint: `${step_count} mails, ${total_days} days`,
              run: () => change.mutate({ sequenceId: id, name, isEnrolled: true }),
            }))}
          />
        </div>
      )}
    </FactSection>
  );
}

function stateText({ status, next_send_at: next, stopped_reason: reason }: Schema<"LeadEnrollment">): string {
  if (next !== null) return `next mail ${ownMoment(next)}`;
  return reason === null ? status : `${status}: ${inWords(reason).toLowerCase()}`;
}
