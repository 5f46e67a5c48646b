import { useMutation } from "@tanstack/react-query";
import { client, type Schema } from "../../../app/api.ts";
import { type ApiError, messageOf } from "../../../app/api-error.ts";
import { useMay } from "../../../app/me.ts";
import { refreshLeads } from "../../../app/refresh-leads.ts";
import { notify, notifyFailure } from "../../../components/toasts.tsx";
import { type Preferences, preferenceTexts } from "../facts/preference-texts.ts";

type Event = Schema<"LeadTimeline">["events"][number];
type UnverifiedContactProps = { leadId: number; event: Event; isAccepted: boolean };

/** Other contact data that a form in the lead's name had. The lead keeps its own until these are accepted. */
export function UnverifiedContact({ leadId, event, isAccepted }: UnverifiedContactProps) {
  const may = useMay();
  const { name, phone, preferences } = event.payload as {
    name?: string;
    phone?: string;
    preferences?: Preferences;
  };
  const accept = useMutation<unknown, ApiError>({
    mutationFn: () =>
      client.POST("/api/v1/admin/leads/{lead_id}/unverified-contacts/{event_id}/accept", {
        params: { path: { lead_id: leadId, event_id: event.id } },
      }),
    onSuccess: () => {
      notify({ title: "Accepted" });
      return refreshLeads();
    },
    onError: (error) => notifyFailure("Not accepted", messageOf(error)),
  });
  const wants = preferences ? preferenceTexts(preferences).wants.map(({ label }) => label) : [];
  return (
    <>
      <p className="timeline-text">
        <bdi>{[name, phone, ...wants].filter(Boolean).join(", ")}</bdi>
      </p>
      {!isAccepted && may("acceptUnverifiedContact") && (
        <button
          type="button"
          className="button small quiet"
          disabled={accept.isPending}
          onClick={() => accept.mutate()}
        >
          Accept as the lead's own
        </button>
      )}
    </>
  );
}
