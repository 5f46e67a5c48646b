import { browserSupportsWebAuthn, startAuthentication } from "@simplewebauthn/browser";
import { useMutation } from "@tanstack/react-query";
import { client } from "../../app/api.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { passkeyFailure } from "../../components/passkey-failure.ts";
import { Icon } from "../../icons/icon.tsx";
import { openWantedPage } from "./wanted-page.ts";

/** Signs in by a passkey of this host: the browser offers those that it has. */
export function PasskeyButton() {
  const signIn = useMutation<void, unknown>({
    async mutationFn() {
      const { data } = await client.POST("/api/auth/passkeys/authentication-options");
      const optionsJSON = data as unknown as Parameters<typeof startAuthentication>[0]["optionsJSON"];
      // Extensions are not used.
      const body = { ...(await startAuthentication({ optionsJSON })), clientExtensionResults: {} };
      await client.POST("/api/auth/passkeys/authentications", { body });
    },
    onSuccess: openWantedPage,
  });
  if (!browserSupportsWebAuthn()) return null;
  return (
    <>
      <ErrorNotice error={signIn.error && passkeyFailure(signIn.error)} />
      <button
        type="button"
        className="button quiet"
        disabled={signIn.isPending || signIn.isSuccess}
        onClick={() => signIn.mutate()}
      >
        <Icon name="fingerprint" />
        Sign in with a passkey
      </button>
    </>
  );
}
