import { type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/min";

/**
 * A telephone number as it is stored: E.164, `+12085550100`. A number without a country is American.
 *
 * @returns null for what cannot be one. Its length is judged, not whether somebody has it: fictional and new
 * numbers are numbers too. An extension has no place in E.164.
 */
export function toE164(text: string): string | null {
  const number = parse(text);
  return number?.isPossible() && !number.ext ? number.number : null;
}

/** As people of its country write it: `(208) 555-0100`; with the country's code outside of North America. */
export function displayPhone(phone: string | null): string | null {
  if (phone === null) return null;
  const number = parse(phone);
  if (!number) return phone;
  return number.countryCallingCode === "1" ? number.formatNational() : number.formatInternational();
}

function parse(text: string): PhoneNumber | undefined {
  return parsePhoneNumberFromString(text, { defaultCountry: "US", extract: false });
}
