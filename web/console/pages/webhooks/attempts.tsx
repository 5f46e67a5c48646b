import type { Schema } from "../../app/api.ts";
import { Moment } from "../../components/moment.tsx";

/** The attempts of a delivery, and the body that is sent. */
export function Attempts({ delivery }: { delivery: Schema<"WebhookDelivery"> }) {
  const { attempt_log, payload, message_id, next_attempt_at } = delivery;
  return (
    <div className="form">
      <ol>
        {attempt_log.map(({ at, status, failure, took_ms }) => (
          <li key={at}>
            <Moment at={at} />: {status ?? "no reply"}, {took_ms} ms
            {failure && (
              <>
                , <bdi>{failure}</bdi>
              </>
            )}
          </li>
        ))}
      </ol>
      {next_attempt_at && (
        <p>
          Next attempt: <Moment at={next_attempt_at} />
        </p>
      )}
      <p>
        <code>{message_id}</code>
      </p>
      <pre className="code">{JSON.stringify(payload, null, 2)}</pre>
    </div>
  );
}
