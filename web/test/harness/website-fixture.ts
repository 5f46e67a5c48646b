import type { AddressInfo } from "node:net";
import { home, openMarket } from "../../../server/test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../server/test/harness/test-app.ts";

type Visit = {
  method?: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  headers?: Record<string, string>;
  host?: string;
  form?: Record<string, string>;
};

/** A page as a visitor gets it. */
export type VisitedPage = { status: number; headers: Record<string, unknown>; text: string; bytes: Buffer };

/** What browsers send with a click on a link. */
export const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

/** The server with websites, and the brokerage `north` with some homes. */
export class WebsiteFixture {
  readonly lintel: TestApp;
  readonly admin: string;
  readonly brokerageId: number;
  readonly host: string;
  /** The source of its listings. */
  readonly source: string;

  private constructor(
    lintel: TestApp,
    admin: string,
    market: { brokerageId: number; host: string; source: string },
  ) {
    this.lintel = lintel;
    this.admin = admin;
    this.brokerageId = market.brokerageId;
    this.host = market.host;
    this.source = market.source;
  }

  static async open(
    environment: Record<string, string> = {},
    records = someHomes(),
  ): Promise<WebsiteFixture> {
    const lintel = await startTestApp({ WEBSITE: "on", ...environment });
    const market = await openMarket(lintel, "north", records);
    return new WebsiteFixture(lintel, await lintel.createKey("admin"), market);
  }

  /** Requests a path as a browser does, on the domain of `north`. */
  async visit(
    path: string,
    { method = "GET", headers = {}, host = this.host, form }: Visit = {},
  ): Promise<VisitedPage> {
    const reply = await this.lintel.app.inject({
      method,
      url: path,
      headers: {
        host,
        ...BROWSER,
        ...(form && { "content-type": "application/x-www-form-urlencoded" }),
        ...headers,
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    });
    return { status: reply.statusCode, headers: reply.headers, text: reply.body, bytes: reply.rawPayload };
  }

  /** Changes the brokerage as its staff does. */
  async change(fields: object): Promise<void> {
    const path = `/api/admin/brokerages/${this.brokerageId}`;
    const { status, text } = await this.lintel.call(path, { method: "PUT", key: this.admin, body: fields });
    if (status !== 200) throw new Error(`The brokerage was not changed: ${text}`);
  }

  /** The address of a real server, for a browser that resolves every name to this machine. On any free port unless one is given. */
  async listen(wanted = 0): Promise<{ port: number }> {
    await this.lintel.app.listen({ port: wanted, host: "127.0.0.1" });
    return { port: (this.lintel.app.server.address() as AddressInfo).port };
  }

  close(): Promise<void> {
    return this.lintel.close();
  }
}

export function someHomes() {
  return [
    home({
      ListingId: "A-1",
      City: "Boise",
      PostalCode: "83702",
      StreetNumber: "101",
      StreetName: "Oakmont",
      StreetSuffix: "St",
      ListPrice: 451_000,
      ListOfficeName: "Gem State Brokers",
    }),
    home({ ListingId: "A-2", City: "Nampa", ListPrice: 389_900, ListingContractDate: "2026-06-03" }),
    home({ ListingId: "A-3", City: "Boise", StandardStatus: "Pending" }),
    home({ ListingId: "A-4", City: "Boise", StandardStatus: "Closed", CloseDate: "2026-05-01" }),
  ];
}
