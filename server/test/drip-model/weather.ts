import type { ModelledBrokerage } from "./world.ts";

/** What the mail server does with mail: of how many connections break, and whose mail was in them, only the pass tells. */
export type Weather = { isDown: boolean; refusesAll: boolean; refuses: Set<number>; drops: number };

export const fairWeather = (): Weather => ({
  isDown: false,
  refusesAll: false,
  refuses: new Set(),
  drops: 0,
});

const REFUSED = { code: 550, text: "No such user" };
const GREYLISTED = { code: 451, text: "Come back later" };

/** Lets the mail server do what the weather says. */
export async function settleWeather(brokerage: ModelledBrokerage, weather: Weather): Promise<void> {
  const { server } = brokerage.world.mail;
  server.refuses = new Map([...refusedBy(brokerage, weather)].map((address) => [address, REFUSED]));
  server.refusesSender = weather.refusesAll ? GREYLISTED : null;
  server.drops = weather.drops;
  await (weather.isDown ? server.down() : server.up());
}

/** Leads of one address have one mailbox. */
function refusedBy({ drips }: ModelledBrokerage, { refuses }: Weather): Set<string> {
  return new Set([...refuses].flatMap((id) => drips.people.get(id)?.email || []));
}

/** Whether a mail to an address cannot leave now. */
export function refusing(brokerage: ModelledBrokerage, weather: Weather): (address: string) => boolean {
  const refused = refusedBy(brokerage, weather);
  return (address) => weather.isDown || weather.refusesAll || refused.has(address);
}
