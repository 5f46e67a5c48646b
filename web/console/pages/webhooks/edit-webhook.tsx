import { client, type Schema } from "../../app/api.ts";
import { queries } from "../../app/queries.ts";
import { ifMatch, type Versioned, versioned } from "../../app/versioned.ts";
import { EditForm } from "../../components/edit-form.tsx";
import { Field } from "../../components/field.tsx";
import { chosenEvents, EventChoice } from "./event-choice.tsx";

type Webhook = Schema<"Webhook">;

type EditWebhookProps = { stored: Versioned<Webhook>; readAgain: () => Promise<Versioned<Webhook>> };

/** The address and the events of a webhook. */
export function EditWebhook({ stored, readAgain }: EditWebhookProps) {
  const path = { webhook_id: stored.record.id };
  const save = async ({ url, events }: Partial<Webhook>, etag: string | null) => {
    const reply = await client.PATCH("/api/admin/webhooks/{webhook_id}", {
      params: { path },
      headers: ifMatch(etag),
      body: { url, events },
    });
    await readAgain();
    void queries.invalidateQueries({ queryKey: ["get", "/api/admin/webhooks"] });
    return versioned(reply);
  };
  return (
    <section className="panel" aria-labelledby="edit-webhook">
      <h2 id="edit-webhook">What is sent where</h2>
      <div className="panel-body">
        <EditForm
          stored={stored}
          read={(form) => ({
            url: String(form.get("url")),
            events: inOrderOf(stored.record, chosenEvents(form)),
          })}
          save={save}
          readAgain={readAgain}
          saved="The webhook is saved"
        >
          {(record, error) => (
            <>
              <Field name="url" label="Address" type="url" defaultValue={record.url} required error={error} />
              <EventChoice chosen={record.events} error={error} />
            </>
          )}
        </EditForm>
      </div>
    </section>
  );
}

/** The chosen events, those of before first, so that the same choice is the same list. */
function inOrderOf({ events }: Webhook, chosen: Webhook["events"]): Webhook["events"] {
  const kept = events.filter((event) => chosen.includes(event));
  return [...kept, ...chosen.filter((event) => !kept.includes(event))];
}
