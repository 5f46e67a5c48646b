import { ApiError } from "../app/api-error.ts";

/** Why a browser has made or used no passkey. It does not say more than these names, so as not to tell what passkeys there are. */
const reasons: Readonly<Record<string, string>> = {
  NotAllowedError:
    "The passkey was not used: it was cancelled, it took too long, or there is none for this address.",
  InvalidStateError: "This device has a passkey of yours already.",
  AbortError: "The passkey was not used: it was cancelled.",
  SecurityError: "Passkeys do not work at this address.",
};

/** What to show of a failure of the browser or of a refusal of the API. */
export function passkeyFailure(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { name } = error as Error;
  return new ApiError(400, reasons[name] ?? "The browser could not use a passkey. Try again.");
}
