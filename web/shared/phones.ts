/** The address that dials a number, which the API has in E.164. */
export function phoneUri(e164: string): string {
  // Numbers of old records may have other characters.
  const digits = e164.replaceAll(/\D/g, "");
  return e164.trim().startsWith("+") ? `tel:+${digits}` : `tel:${digits}`;
}

/** The address that opens a text message to a number. */
export function textUri(e164: string): string {
  return phoneUri(e164).replace("tel:", "sms:");
}
