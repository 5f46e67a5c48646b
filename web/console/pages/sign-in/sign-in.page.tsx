import { useMutation } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { client } from "../../app/api.ts";
import { type ApiError, messageOf } from "../../app/api-error.ts";
import { Field } from "../../components/field.tsx";

/** Signs in by a link in a mail, or by an API key. */
export function SignInPage() {
  const { to = "/console" } = useSearch({ from: "/sign-in" });
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <main id="main" className="sign-in">
      <p className="wordmark">Lintel</p>
      <h1>Sign in</h1>
      {sentTo === null ? (
        <EmailForm onSent={setSentTo} />
      ) : (
        <p role="status">We have sent a link to {sentTo}, if it is known here. It works for 15 minutes.</p>
      )}
      <details>
        <summary>Sign in with an API key</summary>
        <KeyForm to={to} />
      </details>
    </main>
  );
}

function EmailForm({ onSent }: { onSent: (email: string) => void }) {
  const send = useMutation<unknown, ApiError, string>({
    mutationFn: (email) => client.POST("/api/auth/email-links", { body: { email } }),
    onSuccess: (_data, email) => onSent(email),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send.mutate(String(new FormData(event.currentTarget).get("email")));
  };
  return (
    <form className="form" onSubmit={submit}>
      {send.error && (
        <p className="field-error" role="alert">
          {messageOf(send.error)}
        </p>
      )}
      <Field name="email" label="Email" type="email" autoComplete="username" required error={send.error} />
      <button type="submit" className="button" disabled={send.isPending}>
        Send me a link
      </button>
    </form>
  );
}

function KeyForm({ to }: { to: string }) {
  const signIn = useMutation<unknown, ApiError, string>({
    mutationFn: (api_key) => client.POST("/api/auth/sessions", { body: { api_key } }),
    onSuccess: () => location.assign(to),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    signIn.mutate(String(new FormData(event.currentTarget).get("api_key")));
  };
  return (
    <form className="form" onSubmit={submit}>
      {signIn.error && (
        <p className="field-error" role="alert">
          {messageOf(signIn.error)}
        </p>
      )}
      <Field
        name="api_key"
        label="API key"
        type="password"
        autoComplete="off"
        required
        error={signIn.error}
      />
      <button type="submit" className="button" disabled={signIn.isPending}>
        Sign in
      </button>
    </form>
  );
}
