import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { client } from "../../app/api.ts";
import type { ApiError } from "../../app/api-error.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Field } from "../../components/field.tsx";
import { OutboxHint } from "./outbox-hint.tsx";

/** Mails a link that signs in. The reply is the same for every address, so the page cannot say whether it is known. */
export function EmailForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const send = useMutation<unknown, ApiError, string>({
    mutationFn: (email) => client.POST("/api/auth/email-links", { body: { email } }),
    onSuccess: (_data, email) => setSentTo(email),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send.mutate(String(new FormData(event.currentTarget).get("email")));
  };
  if (sentTo !== null)
    return (
      <div className="form">
        <p role="status">
          Look into your mail: if <bdi>{sentTo}</bdi> is known here, a link is on its way to it. It works
          once, and for 15 minutes.
        </p>
        <OutboxHint />
        <button type="button" className="button quiet" onClick={() => setSentTo(null)}>
          Use another address
        </button>
      </div>
    );
  return (
    <form className="form" onSubmit={submit}>
      {send.error && !send.error.fields.email && <ErrorNotice error={send.error} />}
      <Field name="email" label="Email" type="email" autoComplete="username" required error={send.error} />
      <button type="submit" className="button" disabled={send.isPending}>
        Send me a link
      </button>
    </form>
  );
}
