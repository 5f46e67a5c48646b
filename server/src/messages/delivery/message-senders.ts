import { type BrokerageBranding, brokerageBranding } from "../../brokerages/index.ts";
import { leadSettings } from "../../lead-settings/index.ts";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import type { Sender } from "../templates/draft.ts";

export type MessageSender = Omit<Sender, "unsubscribeUrl">;

const REMEMBERED_MS = 1000;

/** Looks up the sender of a brokerage's messages; null while it is disabled. Cached for a second, as tenants are. */
export function messageSenders(ctx: Context): (brokerageId: number) => Promise<MessageSender | null> {
  const known = new Map<number, { sender: Promise<MessageSender | null>; until: number }>();
  return (brokerageId) => {
    const remembered = known.get(brokerageId);
    if (remembered && ctx.clock.now().getTime() < remembered.until) return remembered.sender;
    const found = { sender: senderOf(ctx, brokerageId), until: Number.POSITIVE_INFINITY };
    known.set(brokerageId, found);
    found.sender.then(
      () => {
        found.until = ctx.clock.now().getTime() + REMEMBERED_MS;
      },
      () => known.delete(brokerageId),
    );
    return found.sender;
  };
}

async function senderOf({ db }: Context, brokerageId: number): Promise<MessageSender | null> {
  try {
    const [brokerage, { postal_address }] = await Promise.all([
      brokerageBranding(db, brokerageId),
      leadSettings(db, brokerageId),
    ]);
    return {
      brokerage: brokerage.name,
      color: brokerage.primary_color,
      address: postal_address ? linesOf(postal_address) : addressOf(brokerage),
    };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

/** In one line; empty without an address. */
function addressOf(brokerage: BrokerageBranding): string[] {
  const { address_street, address_city, address_state, address_state_abbr, address_zip } = brokerage;
  const region = [address_state_abbr ?? address_state, address_zip].filter(Boolean).join(" ");
  return [[address_street, address_city, region].filter(Boolean).join(", ")].filter(Boolean);
}
