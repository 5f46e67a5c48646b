import { useMutation } from "@tanstack/react-query";
import { client, type Schema } from "../../app/api.ts";
import { type ApiError, messageOf } from "../../app/api-error.ts";
import { useMay } from "../../app/me.ts";
import type { ChosenLead } from "../../components/lead-list-box.tsx";
import { leadName } from "../../components/leads/lead-name.ts";
import { notify, notifyFailure } from "../../components/toasts.tsx";
import { Icon } from "../../icons/icon.tsx";
import { readDripsAgain } from "./read-drips-again.ts";
import { stopEnrollment } from "./stop-enrollment.ts";

type EnrollProps = {
  sequence: Schema<"DripSequence">;
  lead: ChosenLead;
  /** Why the API would refuse it; null: it would not. */
  refusal: string | null;
  isDirty: boolean;
};

/** Enrolls the lead that is shown. It can be taken back until the first email is sent. */
export function EnrollButton({ sequence, lead, refusal, isDirty }: EnrollProps) {
  const may = useMay();
  const name = leadName(lead);
  const enroll = useMutation<unknown, ApiError>({
    mutationFn: () =>
      client.POST("/api/v1/admin/drips/{sequence_id}/enrollments/{lead_id}", {
        params: { path: { sequence_id: sequence.id, lead_id: lead.id } },
      }),
    onSuccess: async () => {
      await readDripsAgain();
      notify({
        title: `${name} is enrolled`,
        action: { label: "Undo", run: () => void stopEnrollment(sequence.id, lead.id, name) },
        timeout: 15_000,
      });
    },
    onError: (error) => notifyFailure(`${name} is not enrolled`, messageOf(error)),
  });
  if (!may("enrollLead")) return null;
  const obstacle = isDirty ? "Save the sequence first: only what is saved is sent." : refusal;
  return (
    <div className="enroll">
      <button
        type="button"
        className="button"
        disabled={obstacle !== null || enroll.isPending}
        onClick={() => enroll.mutate()}
      >
        <Icon name="paper-plane-tilt" />
        <span>
          Enroll <bdi>{name}</bdi>
        </span>
      </button>
      {obstacle !== null && <p className="hint">{obstacle}</p>}
    </div>
  );
}
