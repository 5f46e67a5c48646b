import { deliverMessages } from "../../../server/src/messages/index.ts";
import { FROM } from "../../../server/test/harness/mail-fixture.ts";
import { home, openMarket } from "../../../server/test/harness/market.ts";
import { type SmtpServer, startSmtpServer } from "../../../server/test/harness/smtp-server.ts";
import { VisitorBrowser } from "./visitor-browser.ts";
import { someHomes, WebsiteFixture } from "./website-fixture.ts";

/** What a mail's link page needs: the link, its token, and the code. */
type LinkMail = { subject: string; url: string; token: string; code: string };

/** The websites of `north` and `south` on a real server, whose mails go to a real mail server. */
export class PeopleFixture {
  readonly website: WebsiteFixture;
  readonly mails: SmtpServer;
  readonly port: number;

  private constructor(website: WebsiteFixture, mails: SmtpServer, port: number) {
    this.website = website;
    this.mails = mails;
    this.port = port;
  }

  static async open(environment: Record<string, string> = {}, records = someHomes()): Promise<PeopleFixture> {
    const mails = await startSmtpServer();
    const mail = {
      MAIL_URL: `smtp://127.0.0.1:${mails.port}`,
      MAIL_FROM: FROM,
      PUBLIC_API_URL: "http://api.test",
    };
    const website = await WebsiteFixture.open({ ...mail, ...environment }, records);
    await openMarket(website.lintel, "south", [home({ ListingId: "S-1" })]);
    const { port } = await website.listen();
    return new PeopleFixture(website, mails, port);
  }

  /** A browser of its own, on the website of a brokerage. */
  browser(host = this.website.host, headers: Record<string, string> = {}): VisitorBrowser {
    return new VisitorBrowser({ host, port: this.port }, headers);
  }

  /** The last mail with a link to an address. */
  async linkMail(address: string): Promise<LinkMail> {
    await deliverMessages(this.website.lintel.ctx);
    const mail = (await this.mails.read()).findLast(({ to }) => to?.some((each) => each.address === address));
    const text = mail?.text ?? "";
    const url = text.match(/http\S+#token=\S+/)?.[0];
    const code = text.match(/\b[2-9A-Z]{4}-[2-9A-Z]{4}\b/)?.[0];
    if (!url || !code) throw new Error(`There is no mail with a link and a code to ${address}: ${text}`);
    return { subject: mail?.subject ?? "", url, token: url.split("#token=")[1] as string, code };
  }

  /** Signs a browser in by the code of a mail. */
  async signIn(browser: VisitorBrowser, email: string): Promise<void> {
    const requested = await browser.post("/account/sign-in", { email });
    const page = String(requested.headers.location);
    const { code } = await this.linkMail(email);
    const requestId = new URL(page, "http://website.test").searchParams.get("request_id") as string;
    const reply = await browser.post("/favorites/verify", { code, request_id: requestId });
    if (reply.status !== 303) throw new Error(`The code was answered with ${reply.status}: ${reply.text}`);
  }

  /** The leads of the brokerage `north`, oldest first. */
  leads() {
    return this.website.lintel.database.db
      .selectFrom("leads")
      .selectAll()
      .where("brokerage_id", "=", this.website.brokerageId)
      .orderBy("id")
      .execute();
  }

  async close(): Promise<void> {
    await this.website.close();
    await this.mails.close();
  }
}
