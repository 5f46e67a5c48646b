import { resumeLink } from "../../src/saved-searches/alerts/resume/resume-links.ts";
import { unsubscribeLinks } from "../../src/saved-searches/alerts/unsubscribe/unsubscribe-links.ts";
import { openBrowser } from "../harness/browser.ts";
import type { TestApp } from "../harness/test-app.ts";
import { codeInMail, linkInMail, type Send } from "./recorder.ts";

/** What a website sends for clients with saved searches, and what their links do. @param headers with a client's token. */
export async function recordSearches(
  send: Send,
  lintel: TestApp,
  headers: Record<string, string>,
): Promise<void> {
  const filters = { city: ["Boise", "Eagle"], min_beds: 3, max_price: 600_000 };
  const { id } = await send("createSavedSearch", {
    headers,
    body: { name: "Near work", filters, frequency: "instant", time_zone: "America/Boise" },
  });
  await send("createSavedSearch", {
    body: { query: "3 beds in Meridian with a shop", email: "hal@example.com" },
  });
  await send("showSearchConfirmationPage");
  const link = await linkInMail(lintel, "search_confirmation");
  await send("confirmSearch", { path: { token: link.hash.replace("#token=", "") } });
  const email = "ida@example.com";
  await send("createSavedSearch", { body: { query: "2 beds in Eagle", email } });
  const code = await codeInMail(lintel, "search_confirmation");
  await send("redeemSearchConfirmation", { body: { code, email } });
  const path = { id };
  await send("listSavedSearches", { headers });
  await send("getSavedSearch", { headers, path });
  await send("updateSavedSearch", { headers, path, body: { frequency: "daily" } });
  await send("listSearchResults", { headers, path, query: { page_size: 2 } });
  await send("markSearchSeen", { headers, path });
  await send("getFavoriteAlerts", { headers });
  await send("updateFavoriteAlerts", { headers, body: { frequency: "daily" } });
  await send("getSearchPushKey");
  const { json } = openBrowser("https://push.example.com/send/7a3e2b1c");
  await send("createSearchPushSubscription", { headers, body: json });
  await send("deleteSearchPushSubscription", { headers, body: { endpoint: json.endpoint } });
  await recordLinks(send, lintel, id);
  await send("deleteSavedSearch", { headers, path });
}

async function recordLinks(send: Send, lintel: TestApp, id: number): Promise<void> {
  const { client_id: clientId } = await lintel.database.db
    .selectFrom("saved_searches")
    .select("client_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const searches = [{ id, name: "Near work" }];
  const { oneClick } = await unsubscribeLinks(lintel.ctx, { clientId, searches, isOneSearch: true });
  const unsubscribe = { token: oneClick.split("/").at(-1) as string };
  await send("showAlertsUnsubscribePage", { path: unsubscribe });
  await send("pressAlertsUnsubscribe", { path: unsubscribe });
  await send("unsubscribeAlertsOneClick", { path: unsubscribe });
  const resume = { token: (await resumeLink(lintel.ctx, clientId)).split("/").at(-1) as string };
  await send("showResumePage", { path: resume });
  await send("resumeAlerts", { path: resume });
}
