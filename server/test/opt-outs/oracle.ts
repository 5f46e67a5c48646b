import { isQuiet } from "./wall-clock.ts";
import type { Brokerage, Cast, PendingMessage } from "./world.ts";

/** Of mail that is no advertisement: an unsubscribed lead still gets it (SPEC: Communication flags). */
const FORBID_MAIL = ["dnc", "do_not_email"];

/** Why the lead may have no mail of this kind, or the agent no text; null: nothing stands against it. */
export function forbidden(
  kind: PendingMessage["kind"],
  { flags, brokerage, optedOut, stopped }: Cast,
): string | null {
  if (kind === "mail") return FORBID_MAIL.find((flag) => flags.has(flag)) ?? null;
  if (!brokerage.settings.sms) return "texts are off";
  if (optedOut) return `opted out ${optedOut}`;
  return stopped ? "STOP" : null;
}

/** What held when a delivery began, and still holds unless it was lifted meanwhile. */
export class Verdicts {
  readonly #mail = new Map<string, string>();
  readonly #text = new Map<string, string>();
  readonly #casts = new Map<string, Cast>();
  readonly #now: Date;

  /** `lifting`: those of whom an opt-out is being lifted at the same time. */
  constructor(casts: readonly Cast[], lifting: ReadonlySet<Cast>, now: Date) {
    this.#now = now;
    for (const cast of casts) {
      this.#casts.set(cast.agent.phone, cast);
      if (lifting.has(cast)) continue;
      const [mail, text] = [forbidden("mail", cast), forbidden("text", cast)];
      if (mail) this.#mail.set(cast.leadEmail, mail);
      if (text) this.#text.set(cast.agent.phone, text);
    }
  }

  /** What is wrong with a mail that has arrived at that address; null: nothing. */
  ofMail(address: string): string | null {
    const why = this.#mail.get(address);
    return why ? `mail to ${address}: ${why}` : null;
  }

  ofText(phone: string): string | null {
    const cast = this.#casts.get(phone);
    if (!cast) return `text to ${phone}, which no lead has`;
    const why = this.#text.get(phone);
    if (why) return `text to ${phone}: ${why}`;
    const zone = zoneOf(cast);
    if (!isQuiet(this.#now, zone, cast.brokerage.settings)) return null;
    const { quiet_start, quiet_end } = cast.brokerage.settings;
    return `text to ${phone} at ${this.#now.toISOString()}, in ${zone} between ${quiet_start} and ${quiet_end}`;
  }
}

export function zoneOf({ timeZone, brokerage }: Cast): string {
  return timeZone ?? brokerage.settings.time_zone;
}

/** Marks what is on its way and forbidden now: it may be dropped, even when it would be allowed again. */
export function noteForbidden(pending: Iterable<PendingMessage>, of: Cast | Brokerage): void {
  for (const each of pending) {
    if ((each.cast === of || each.cast.brokerage === of) && forbidden(each.kind, each.cast))
      each.forbidden = true;
  }
}
