import { brokerageBranding, primaryContactEmail } from "../../brokerages/index.ts";
import { linkUrl } from "../../client-tokens/index.ts";
import { lockPerson } from "../../leads/index.ts";
import type { UsesListings } from "../../listings/index.ts";
import { enqueueMail } from "../../messages/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { unconfirmedTitle } from "../alerts/compose/search-title.ts";
import type { NewSearch } from "../searches/store-search.ts";
import { createConfirmation } from "./search-confirmations.ts";

/** Path of the page that a link opens, on a brokerage's own website and on the built-in one. */
export const PAGE_PATH = "/searches/confirm";

type Requested = { email: string; search: NewSearch; timeZone: string | null; requestId: string | null };

/**
 * Mails the link that saves a search, and a code that does the same (search.md, D41; web.md, W20). The reply is the same for every address.
 *
 * @throws AppError 429 while three links to the email are pending, of any sender.
 */
export async function requestConfirmation(
  ctx: TenantContext<UsesListings>,
  { email, search, timeZone, requestId }: Requested,
): Promise<void> {
  const { brokerageId } = ctx.tenant;
  await inTransaction(ctx, async (ctx) => {
    await lockPerson(ctx, { brokerageId, email });
    const content = { ...search, timeZone };
    const { id, token, code } = await createConfirmation(ctx, email, { search: content, requestId });
    const { name: brokerage, website } = await brokerageBranding(ctx.db, brokerageId);
    const { filters, criteria } = search.definition;
    const places = ctx.listings.index.placeNames(ctx.tenant.sourceIds);
    await enqueueMail(ctx, {
      brokerageId,
      leadId: null,
      template: "search_confirmation",
      data: {
        brokerage,
        search: unconfirmedTitle({ ...criteria.filters, ...filters }, places),
        // The route takes no brokerage_id, so the tenant has a domain.
        url: linkUrl(ctx, { website, domain: ctx.tenant.domain as string, path: PAGE_PATH }, token),
        code,
      },
      to: email,
      replyTo: await primaryContactEmail(ctx.db, brokerageId),
      audience: "public",
      occasion: `search confirmation ${id}`,
    });
  });
}
