import { setTimeout as delay } from "node:timers/promises";
import type { SmtpServer } from "../../harness/smtp-server.ts";

/** Longer than the claim of a process that was killed while it sent a mail. */
const MAIL_WITHIN_MS = 300_000;

/**
 * Waits for the mails. A mail whose acceptance was cut off on its way back comes again with the same Message-ID, by which mail programs show
 * one.
 */
export async function oneMailEach(
  mail: SmtpServer,
  forms: readonly string[],
): Promise<{ ms: number; repeated: number }> {
  const began = performance.now();
  const idsOf = async () => {
    const found = new Map<string, string[]>();
    for (const { to, subject, text, messageId } of await mail.read()) {
      // Leads that have had no call are mailed about again, as they should be.
      if (!subject?.startsWith("New lead assigned")) continue;
      const visitor = /visitor-\d+-\d+@visitors\.test/.exec(text ?? "")?.[0];
      if (visitor === undefined || !to?.some(({ address }) => address === "ann@agents.test")) continue;
      found.set(visitor, [...(found.get(visitor) ?? []), messageId ?? ""]);
    }
    return found;
  };
  let ids = await idsOf();
  while (forms.some((email) => !ids.has(email))) {
    if (performance.now() - began > MAIL_WITHIN_MS)
      throw new Error(`${forms.filter((email) => !ids.has(email)).length} forms have no mail`);
    await delay(1000);
    ids = await idsOf();
  }
  const doubled = [...ids].filter(([, each]) => new Set(each).size !== 1);
  if (doubled.length > 0)
    throw new Error(`${doubled.length} forms with several mails: ${JSON.stringify(doubled.slice(0, 3))}`);
  const repeated = [...ids.values()].filter((each) => each.length > 1).length;
  return { ms: performance.now() - began, repeated };
}
