import { Type } from "typebox";
import { route } from "../platform/http/route.ts";
import { INBOUND_PATH, receiveText, TWIML } from "./receive-text.ts";

/** A text of the provider's largest size is a few thousand bytes. */
const LARGEST_FORM = 32 * 1024;

export const smsInboundRoutes = [
  route({
    method: "POST",
    path: INBOUND_PATH,
    operationId: "receiveText",
    summary: "A text to a brokerage's number, passed on by the SMS provider",
    description:
      "Where the number's incoming messages are to go. STOP opts the sender out of texts, START takes it back.",
    tag: "Texts",
    permission: "public",
    // A STOP that is refused is lost: the provider does not send it again. What is not signed counts for its address (signers.ts).
    uncounted: true,
    signedForm: { header: "x-twilio-signature", maxBytes: LARGEST_FORM },
    produces: TWIML,
    response: Type.Unsafe<string>({ type: "string", contentMediaType: TWIML }),
    errors: {
      403: "It is not signed by the account it names",
      413: "The form is too large",
      429: "The address has sent too many that are not signed",
    },
    refusal: ({ status }) => (status === 413 ? { status, body: { detail: "The form is too large" } } : null),
    run: receiveText,
  }),
];
