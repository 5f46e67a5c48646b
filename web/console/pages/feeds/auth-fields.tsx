import { useState } from "react";
import type { Schema } from "../../app/api.ts";
import type { ApiError } from "../../app/api-error.ts";
import { Field, SelectField } from "../../components/field.tsx";

type AuthFieldsProps = { stored: Schema<"FeedAuth"> | null; error: ApiError | null };

/** How a server is asked for access. Stored secrets are never shown: an empty field keeps them. */
export function AuthFields({ stored, error }: AuthFieldsProps) {
  const [type, setType] = useState(stored?.type ?? "bearer");
  const isStored = stored?.type === type;
  const secretHint = isStored
    ? "Stored encrypted, and never shown. Leave it empty to keep it."
    : "Stored encrypted, and never shown again.";
  return (
    <>
      <SelectField
        name="auth.type"
        label="Access by"
        value={type}
        onChange={({ currentTarget }) => setType(currentTarget.value as typeof type)}
        options={[
          { value: "bearer", label: "A token" },
          { value: "client_credentials", label: "OAuth 2.0 client credentials" },
        ]}
        error={error}
      />
      {type === "bearer" ? (
        <Field
          key="token"
          name="auth.token"
          label="Token"
          type="password"
          autoComplete="off"
          hint={secretHint}
          required={!isStored}
          error={error}
        />
      ) : (
        <>
          <Field
            name="auth.token_url"
            label="Address of the token server"
            type="url"
            defaultValue={stored?.token_url}
            required
            error={error}
          />
          <Field
            name="auth.client_id"
            label="Client id"
            autoComplete="off"
            defaultValue={stored?.client_id}
            required
            error={error}
          />
          <Field
            key="secret"
            name="auth.client_secret"
            label="Client secret"
            type="password"
            autoComplete="off"
            hint={secretHint}
            required={!isStored}
            error={error}
          />
          <Field
            name="auth.scope"
            label="Scope"
            optional
            defaultValue={stored?.scope ?? undefined}
            error={error}
          />
        </>
      )}
    </>
  );
}
