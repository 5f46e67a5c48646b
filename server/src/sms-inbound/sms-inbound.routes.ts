import { Type } from "typebox";
import { route } from "../platform/http/route.ts";
import { INBOUND_PATH, receiveText, TWIML } from "./receive-text.ts";

/** The provider's largest texts have a few thousand bytes. */
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
    // The provider does not repeat a refused STOP, so rate limits do not apply. Unsigned forms count against their address
    // (verify-signature.ts).
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
