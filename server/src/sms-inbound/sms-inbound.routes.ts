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
    summary: "Receive a text message to a brokerage's number from the SMS provider",
    description:
      "Configure this URL for incoming messages of the number. STOP opts the sender out of texts, START reverses it.",
    tag: "Texts",
    permission: "public",
    // The provider does not repeat a refused STOP, so rate limits do not apply. Unsigned forms count against their address
    // (verify-signature.ts).
    uncounted: true,
    usesReserve: true,
    signedForm: { header: "x-twilio-signature", maxBytes: LARGEST_FORM },
    produces: TWIML,
    response: Type.Unsafe<string>({ type: "string", contentMediaType: TWIML }),
    errors: {
      403: "The signature of the named account is missing or invalid",
      413: "The form is too large",
      429: "The IP address has sent too many unsigned requests",
    },
    refusal: ({ status }) => (status === 413 ? { status, body: { detail: "The form is too large" } } : null),
    run: receiveText,
  }),
];
