import { type BrokerageFixture, openBrokerage } from "./brokerage-fixture.ts";
import type { TestApp } from "./test-app.ts";

/** A brokerage with a newsletter, seen from outside. Its links need PUBLIC_API_URL. */
export type NewsletterFixture = BrokerageFixture & {
  /** Subscribes, and returns the path of the link to unsubscribe. */
  subscribe(email: string): Promise<string>;
  row(email: string): Promise<{ id: number; unsubscribed_at: Date | null }>;
  unsubscribedAt(email: string): Promise<Date | null>;
};

export async function openNewsletter(lintel: TestApp, slug: string): Promise<NewsletterFixture> {
  const brokerage = await openBrokerage(lintel, slug);
  const row = (email: string) =>
    lintel.database.db
      .selectFrom("newsletter_subscriptions")
      .select(["id", "unsubscribed_at"])
      .where("brokerage_id", "=", brokerage.id)
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
  return {
    ...brokerage,
    row,
    unsubscribedAt: async (email) => (await row(email)).unsubscribed_at,
    async subscribe(email) {
      const sent = { method: "POST", host: brokerage.host, body: { email } } as const;
      await lintel.call("/api/newsletter/subscribe", sent);
      const { body } = await lintel.call("/api/v1/admin/newsletter/subscribers?page_size=100", {
        key: brokerage.broker,
      });
      const items = body.items as { email: string; unsubscribe_url: string }[];
      const found = items.find((item) => item.email === email);
      if (!found) throw new Error(`${email} is not among the subscribers`);
      return found.unsubscribe_url.slice(found.unsubscribe_url.indexOf("/api/"));
    },
  };
}
