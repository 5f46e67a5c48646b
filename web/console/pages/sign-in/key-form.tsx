import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { client } from "../../app/api.ts";
import type { ApiError } from "../../app/api-error.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Field } from "../../components/field.tsx";
import { openWantedPage } from "./wanted-page.ts";

/** Signs in by an API key, which a brokerage without mail has. */
export function KeyForm() {
  const signIn = useMutation<unknown, ApiError, string>({
    mutationFn: (api_key) => client.POST("/api/auth/sessions", { body: { api_key } }),
    onSuccess: openWantedPage,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    signIn.mutate(String(new FormData(event.currentTarget).get("api_key")));
  };
  return (
    <form className="form" onSubmit={submit}>
      {signIn.error && !signIn.error.fields.api_key && <ErrorNotice error={signIn.error} />}
      <Field
        name="api_key"
        label="API key"
        type="password"
        autoComplete="off"
        required
        error={signIn.error}
      />
      <button type="submit" className="button" disabled={signIn.isPending || signIn.isSuccess}>
        Sign in
      </button>
    </form>
  );
}
