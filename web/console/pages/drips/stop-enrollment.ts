import { client } from "../../app/api.ts";
import { messageOf } from "../../app/api-error.ts";
import { notify, notifyFailure } from "../../components/toasts.tsx";
import { readDripsAgain } from "./read-drips-again.ts";

/** Stops a lead's enrollment: it gets no further email. */
export async function stopEnrollment(sequenceId: number, leadId: number, name: string): Promise<void> {
  try {
    await client.DELETE("/api/v1/admin/drips/{sequence_id}/enrollments/{lead_id}", {
      params: { path: { sequence_id: sequenceId, lead_id: leadId } },
    });
  } catch (error) {
    notifyFailure(`The emails to ${name} were not stopped`, messageOf(error));
    return;
  }
  await readDripsAgain();
  notify({ title: `${name} gets no further email` });
}
