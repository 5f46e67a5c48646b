import type { ModelledBrokerage } from "./world.ts";

/** How the mail server fails. Of broken connections, only the report of the pass shows whose mail was in them. */
export type MailFaults = { isDown: boolean; refusesAll: boolean; refuses: Set<number>; drops: number };

export const noFaults = (): MailFaults => ({
  isDown: false,
  refusesAll: false,
  refuses: new Set(),
  drops: 0,
});

const REFUSED = { code: 550, text: "No such user" };
const GREYLISTED = { code: 451, text: "Come back later" };

/** Makes the mail server fail that way. */
export async function applyFaults(brokerage: ModelledBrokerage, faults: MailFaults): Promise<void> {
  const { server } = brokerage.world.mail;
  server.refuses = new Map([...refusedBy(brokerage, faults)].map((address) => [address, REFUSED]));
  server.refusesSender = faults.refusesAll ? GREYLISTED : null;
  server.drops = faults.drops;
  await (faults.isDown ? server.down() : server.up());
}

/** Leads of one address have one mailbox. */
function refusedBy({ drips }: ModelledBrokerage, { refuses }: MailFaults): Set<string> {
  return new Set([...refuses].flatMap((id) => drips.people.get(id)?.email || []));
}

/** Whether a mail to an address cannot leave now. */
export function refusing(brokerage: ModelledBrokerage, faults: MailFaults): (address: string) => boolean {
  const refused = refusedBy(brokerage, faults);
  return (address) => faults.isDown || faults.refusesAll || refused.has(address);
}
