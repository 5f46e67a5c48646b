import type { SmsConfig } from "../sms/sms-account.ts";
import { isTamperProof, StartError } from "./settings.ts";

type Read = (
  name: "TWILIO_ACCOUNT_SID" | "TWILIO_AUTH_TOKEN" | "TWILIO_FROM" | "TWILIO_BASE_URL",
) => string | null;

/** All three values of the account or none. @throws StartError that names the variable and what it must be. */
export function readSms(read: Read): SmsConfig {
  const given = {
    TWILIO_ACCOUNT_SID: read("TWILIO_ACCOUNT_SID"),
    TWILIO_AUTH_TOKEN: read("TWILIO_AUTH_TOKEN"),
    TWILIO_FROM: read("TWILIO_FROM"),
  };
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = given;
  const baseUrl = readSmsAddress(read);
  if (accountSid !== null && authToken !== null && from !== null)
    return { account: { accountSid, authToken, from }, baseUrl };
  const missing = Object.entries(given).flatMap(([name, value]) => (value === null ? name : []));
  if (missing.length === 3) return { account: null, baseUrl };
  throw new StartError(
    `${missing.join(" and ")} must be set too: an account for texts is all three, or none.`,
  );
}

function readSmsAddress(read: Read): string | null {
  const address = read("TWILIO_BASE_URL");
  if (address === null) return null;
  // Each text carries the account's token.
  if (!isTamperProof(address))
    throw new StartError(
      "TWILIO_BASE_URL must be an https:// address (http:// is accepted on loopback only).",
    );
  const { origin, href } = new URL(address);
  if (href !== `${origin}/`)
    throw new StartError("TWILIO_BASE_URL must end in the host and port: https://api.dublin.ie1.twilio.com.");
  return origin;
}
