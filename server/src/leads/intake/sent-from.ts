import { type Static, Type } from "typebox";
import { Nullable } from "../../platform/http/list-envelope.ts";

/** The website fills these in. Longer values are truncated, because the visitor cannot correct them. */
const Tracking = (maxLength: number) =>
  Type.Optional(Nullable(Type.String({ trim: true, description: `Truncated to ${maxLength} characters` })));

const PAGE_LENGTH = 2000;
const UTM_LENGTH = 255;

/** Fields of a form's body: the page on which it was sent, and the campaign that brought the visitor. */
export const SentFrom = {
  source_page: Tracking(PAGE_LENGTH),
  utm_source: Tracking(UTM_LENGTH),
  utm_medium: Tracking(UTM_LENGTH),
  utm_campaign: Tracking(UTM_LENGTH),
};

const SentFromObject = Type.Object(SentFrom);

/** The same as columns of a lead; null where nothing was sent. */
export function sentFrom(input: Static<typeof SentFromObject>) {
  return {
    source_page: truncate(input.source_page, PAGE_LENGTH),
    utm_source: truncate(input.utm_source, UTM_LENGTH),
    utm_medium: truncate(input.utm_medium, UTM_LENGTH),
    utm_campaign: truncate(input.utm_campaign, UTM_LENGTH),
  };
}

/** Cuts between characters, never inside one. Blank becomes null. */
function truncate(text: string | null | undefined, length: number): string | null {
  if (!text) return null;
  return text.length <= length ? text : Array.from(text).slice(0, length).join("");
}
