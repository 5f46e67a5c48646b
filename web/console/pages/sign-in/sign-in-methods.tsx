import { api } from "../../app/api.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";
import { EmailForm } from "./email-form.tsx";
import { KeyForm } from "./key-form.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { ProviderButton } from "./provider-button.tsx";

/** What the server offers at this address. */
export function SignInMethods() {
  const { data, error, refetch } = api.useQuery("get", "/api/auth/methods", {});
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  const { passkey, oidc, email_link, api_key } = data;
  return (
    <>
      {passkey && <PasskeyButton />}
      {oidc && <ProviderButton provider={oidc} />}
      {email_link && <EmailForm />}
      {api_key && (
        <details>
          <summary>Sign in with an API key</summary>
          <KeyForm />
        </details>
      )}
    </>
  );
}
