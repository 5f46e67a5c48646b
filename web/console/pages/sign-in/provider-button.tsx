import { useMutation } from "@tanstack/react-query";
import type { Schema } from "../../app/api.ts";
import { Icon } from "../../icons/icon.tsx";
import { authorizationAddress } from "./oidc-request.ts";

/** Goes to the identity provider, which sends the browser back with a code. */
export function ProviderButton({ provider }: { provider: Schema<"OidcSignIn"> }) {
  const go = useMutation({
    mutationFn: () => authorizationAddress(provider),
    onSuccess: (address) => location.assign(address),
  });
  return (
    <button type="button" className="button quiet" disabled={go.isPending} onClick={() => go.mutate()}>
      <Icon name="lock-key" />
      Sign in with {new URL(provider.authorization_endpoint).host}
    </button>
  );
}
