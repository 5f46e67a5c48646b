import { type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/min";

/**
 * A telephone number in E.164, the stored form: `+12085550100`. A number without a country code is American.
 *
 * @returns null for an impossible number or one with an extension. Only the length is checked, so that fictional and
 * newly assigned numbers pass.
 */
export function toE164(text: string): string | null {
  const number = parse(text);
  return number?.isPossible() && !number.ext ? number.number : null;
}

/** National format for North America, `(208) 555-0100`; international format elsewhere. */
export function displayPhone(phone: string | null): string | null {
  if (phone === null) return null;
  const number = parse(phone);
  if (!number) return phone;
  return number.countryCallingCode === "1" ? number.formatNational() : number.formatInternational();
}

function parse(text: string): PhoneNumber | undefined {
  return parsePhoneNumberFromString(text, { defaultCountry: "US", extract: false });
}
