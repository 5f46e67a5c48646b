import PostalMime, { type Email } from "postal-mime";
import { linksIn } from "../harness/alert-fixture.ts";
import type { Report } from "./oracle-types.ts";
import type { World } from "./world.ts";

/** An alert as it arrived. */
export type Seen = {
  to: string;
  /** By listing: its reasons, and its price as it is printed. Of a push for several homes none are named. */
  homes: Map<string, { reasons: string; price: string }>;
  /** Homes that it counts, but does not show. */
  more: number;
  mentionsWeekly: boolean;
  /** The path of the header's link; null for a push. */
  oneClick: string | null;
  /** Paths of the links to the homes. */
  homeLinks: string[];
};

const MOST_SHOWN = 20;

/** Takes over what the mail server has got: alerts, and questions whether they are still wanted, with the path of their button. */
export async function takeMails({ mail: { server } }: World): Promise<{
  alerts: Seen[];
  questions: { to: string; resumePath: string }[];
}> {
  const raw = server.arrived.splice(0);
  const alerts: Seen[] = [];
  const questions: { to: string; resumePath: string }[] = [];
  for (const each of raw) {
    const mail = await PostalMime.parse(each.raw);
    const to = mail.to?.[0]?.address ?? "";
    if (mail.subject === "Are you still looking for a home?")
      questions.push({ to, resumePath: linksIn(mail).linkOf("Keep sending my alerts") });
    else if (mail.text?.includes("Stop all alerts")) alerts.push(seenIn(mail, to));
  }
  return { alerts, questions };
}

function seenIn(mail: Email, to: string): Seen {
  const text = mail.text ?? "";
  const homes: Seen["homes"] = new Map();
  const homeLinks: string[] = [];
  for (const block of text.split("\n\n")) {
    const link = /https?:\S+\/api\/properties\/([^?\s]+)\?\S+/.exec(block);
    if (link === null) continue;
    const [reasons = "", price = ""] = block.trim().split("\n");
    homes.set(link[1] as string, { reasons, price: /^\$[\d,]+/.exec(price)?.[0] ?? "" });
    const { pathname, search } = new URL(link[0]);
    homeLinks.push(pathname + search);
  }
  return {
    to,
    homes,
    more: Number(/There (?:is|are) ([\d,]+) more homes?/.exec(text)?.[1]?.replaceAll(",", "") ?? 0),
    mentionsWeekly: text.includes("once a week"),
    oneClick: linksIn(mail).oneClick,
    homeLinks,
  };
}

/** Takes over what the push service has got; each is read by the browser that it is for, whose path is the client's address. */
export function takePushes({ push, byEmail }: World): Seen[] {
  return push.pushed.splice(0).map(({ path, body }) => {
    const to = path.slice(1);
    const text = byEmail.get(to)?.browser?.read(body) ?? "{}";
    const { title = "", url = "" } = JSON.parse(text) as { title?: string; url?: string };
    const [, id] = /\/api\/properties\/([^?\s]+)\?/.exec(url) ?? [];
    const seen = { to, mentionsWeekly: false, oneClick: null, homeLinks: [] };
    const [, reasons, price] = /^(.+): (\$[\d,]+)$/.exec(title) ?? [];
    if (id !== undefined && reasons !== undefined && price !== undefined)
      return { ...seen, homes: new Map([[id, { reasons, price }]]), more: 0 };
    const counts = [...title.matchAll(/(\d+) [a-z]/g)].map(([, count]) => Number(count));
    return { ...seen, homes: new Map(), more: counts.reduce((sum, count) => sum + count, 0) };
  });
}

/** Whether an alert tells exactly that. */
export function agrees(seen: Seen, { homes, mentionsWeekly }: Report): boolean {
  const isMail = seen.oneClick !== null;
  const shown = isMail ? Math.min(MOST_SHOWN, homes.size) : homes.size === 1 ? 1 : 0;
  if (seen.homes.size !== shown || seen.more !== homes.size - shown || seen.mentionsWeekly !== mentionsWeekly)
    return false;
  return [...seen.homes].every(([id, { reasons, price }]) => {
    const home = homes.get(id);
    if (!home) return false;
    const wanted = home.reasons.join(isMail ? " · " : ", ");
    return reasons === wanted && price === `$${home.price.toLocaleString("en-US")}`;
  });
}

export function printedSeen({ homes, more, mentionsWeekly }: Seen): string {
  const named = [...homes].map(([id, { reasons, price }]) => `${id} (${reasons}, ${price})`);
  return [...named, `${more} more`, ...(mentionsWeekly ? ["weekly from now on"] : [])].join(", ");
}

export function printedReport({ homes, mentionsWeekly }: Report): string {
  const named = [...homes].map(([id, { reasons, price }]) => `${id} (${reasons.join(" · ")}, $${price})`);
  return [...named, ...(mentionsWeekly ? ["weekly from now on"] : [])].join(", ");
}
