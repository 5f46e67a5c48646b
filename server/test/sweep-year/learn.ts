import type { ModelledLead } from "./oracle-lead.ts";
import type { Office } from "./oracle-office.ts";
import type { Deed } from "./steps.ts";

/** Tells the oracle what has been done with a lead. */
export function learn(lead: ModelledLead, deed: Deed, { settings }: Office, now: number): void {
  switch (deed.kind) {
    case "contact":
      if (lead.stage === "NEW" && deed.direction === "outbound") {
        lead.move({ event: "contact_attempted", channel: deed.channel, at: deed.at }, settings, now);
      } else {
        lead.contact(deed.direction, deed.at ?? now, settings, now);
      }
      break;
    case "event":
      lead.move(deed, settings, now);
      break;
    case "book":
      lead.book(deed.dueAt, now);
      break;
    case "unbook":
      lead.unbook(now);
      break;
    case "status":
      lead.registration = deed.status;
      lead.change(now);
      break;
    case "tour":
    case "register":
      lead.returns(now);
      break;
    case "look":
      lead.sign(now);
      break;
    case "note":
    case "assign":
      // Who has it now, its timeline tells.
      lead.change(now);
      break;
  }
}
