import { type Static, Type } from "typebox";
import { createAgent, isAgentSlugFree } from "./agents/index.ts";
import { addBrokerageDomain, createBrokerage, createBrokerContact, freeDomains } from "./brokerages/index.ts";
import { acceptBootstrapKey, createFirstKey, createKeyHere } from "./identity/index.ts";
import { updateLeadSettings } from "./lead-settings/index.ts";
import { inTransaction } from "./platform/database/database.ts";
import { Email, Text } from "./platform/http/fields.ts";
import { trimTrailing } from "./platform/trim-trailing.ts";
import type { AppContext } from "./services.ts";

/** What a brokerage of one's own needs to show listings and to get leads. */
export const BrokerageSetUp = Type.Object({
  name: Text(200),
  slug: Type.String({ trim: true, maxLength: 100, format: "slug" }),
  domain: Text(260),
  broker: Text(200),
  broker_email: Email(),
  state: Type.String({ trim: true, pattern: "^[A-Za-z]{2}$" }),
  time_zone: Type.String({ trim: true, format: "time-zone", maxLength: 100 }),
});
export type BrokerageSetUp = Static<typeof BrokerageSetUp>;

export type SetUpResult = {
  brokerageId: number;
  /** Its domains: `localhost` too where no other brokerage has it, so that it can be tried on this machine. */
  domains: string[];
  brokerKey: string;
  /** The first admin key, when the database had no key yet and BOOTSTRAP_ADMIN_KEY is not set. */
  adminKey: string | null;
};

/**
 * `lintel init`: a brokerage with its domain, its time zone, its first broker, who gets its leads, and a key for that broker.
 * All of it or nothing.
 *
 * @throws AppError 400 `Slug already exists`, 409 when a brokerage has the domain, 422 for a domain that is no host name.
 */
export async function setUpBrokerage(ctx: AppContext, input: BrokerageSetUp): Promise<SetUpResult> {
  return inTransaction(ctx, async (ctx) => {
    const isLocalhostFree = (await freeDomains(ctx.db, ["localhost"])).length > 0;
    await acceptBootstrapKey(ctx);
    const adminKey = await createFirstKey(ctx);
    const { name, slug, broker, broker_email: email } = input;
    const { id: brokerage_id } = await createBrokerage(ctx, {
      ...{ name, slug },
      address_state_abbr: input.state.toUpperCase(),
    });
    const added = await addBrokerageDomain(ctx, { brokerage_id, domain: input.domain });
    const domains = [added.domain];
    if (isLocalhostFree && added.domain !== "localhost") {
      await addBrokerageDomain(ctx, { brokerage_id, domain: "localhost" });
      domains.push("localhost");
    }
    await updateLeadSettings(ctx, { brokerage_id, time_zone: input.time_zone });
    await createBrokerContact(ctx, { brokerage_id, name: broker, email, is_primary: true });
    await createAgent(ctx, {
      ...{ brokerage_id, name: broker, email, slug: await agentSlug(ctx, { slug, broker }) },
      time_zone: input.time_zone,
    });
    const { key } = await createKeyHere(ctx, {
      ...{ name: `${broker} (lintel init)`.slice(-100), role: "broker", brokerage_id },
      ...{ agent_id: null, expires_at: null },
    });
    return { brokerageId: brokerage_id, domains, brokerKey: key, adminKey };
  });
}

/** Slugs of agents are unique in the installation: another brokerage may have a broker of this name. */
async function agentSlug({ db }: AppContext, { slug, broker }: { slug: string; broker: string }) {
  const own = slugOf(broker);
  return (await isAgentSlugFree(db, own)) ? own : `${slug}-${own}`.slice(0, 100).replace(/-$/, "");
}

/** The part of an address that a name becomes: `Ada O'Neil` is `ada-o-neil`. */
export function slugOf(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? ["brokerage"];
  return trimTrailing("-", words.join("-").slice(0, 100));
}
