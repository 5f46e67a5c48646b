import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deliverMessages } from "../../../server/src/messages/index.ts";
import { mailSignInLinks } from "../../../server/src/sign-in-mail/index.ts";
import { chromiumPath } from "../../../server/test/harness/chromium.ts";
import { FakeClock } from "../../../server/test/harness/fake-clock.ts";
import {
  CONSOLE_CLIENT,
  type OidcProvider,
  startOidcProvider,
} from "../../../server/test/harness/oidc-provider.ts";
import { type SmtpServer, startSmtpServer } from "../../../server/test/harness/smtp-server.ts";
import { auditPage } from "../harness/audit-page.ts";
import { ConsoleFixture } from "../harness/console-fixture.ts";
import { freePort } from "../harness/free-port.ts";

const possible = chromiumPath() !== null || process.env.CI !== undefined;
const BROKER = "bea@north.test";

describe.skipIf(!possible)("signing in to the console", () => {
  let fixture: ConsoleFixture;
  let mail: SmtpServer;
  let provider: OidcProvider;
  beforeAll(async () => {
    mail = await startSmtpServer();
    const port = await freePort();
    const redirect = `http://north.localhost:${port}/console/sign-in`;
    provider = await startOidcProvider(new FakeClock("2026-06-15T12:00:00Z"), [redirect]);
    const environment = {
      MAIL_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: "office@lintel.test",
      OIDC_CLIENT_ID: CONSOLE_CLIENT,
      ...provider.environment,
    };
    fixture = await ConsoleFixture.open(environment, port);
    await makeContact(fixture.brokerageId, BROKER);
  });
  afterAll(async () => {
    await fixture?.close();
    await provider?.stop();
    await mail?.close();
  });

  async function makeContact(brokerage_id: number, email: string): Promise<number> {
    const { id } = await fixture.lintel.database.db
      .insertInto("broker_contacts")
      .values({ brokerage_id, name: email, email })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  }

  /** Asks for a link on the sign-in page. @returns the address in the mail that has arrived. */
  async function mailedLink(page: Page, email: string): Promise<string> {
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send me a link" }).click();
    await page.getByText("Look into your mail").waitFor();
    await mailSignInLinks(fixture.lintel.ctx);
    await deliverMessages(fixture.lintel.ctx);
    const arrived = (await mail.read()).findLast(({ to }) => to?.[0]?.address === email);
    return /http\S+#token=[\w-]+/.exec(arrived?.text ?? "")?.[0] ?? "";
  }

  const signOut = async (page: Page) => {
    await page.getByRole("button", { name: /Broker/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  };

  it("is done by a mailed link and one button, which leads to the page that was wanted; opening the link uses nothing up", async () => {
    const context = await fixture.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${fixture.origin}/console/messages?outcome=sent`);
    const link = await mailedLink(page, BROKER);
    // As a scanner of mails does, which runs scripts.
    for (let times = 0; times < 2; times++) {
      const scanner = await fixture.browser.newPage();
      await scanner.goto(link);
      await scanner.getByText("You have opened a link").waitFor();
      expect(await auditPage(scanner)).toEqual([]);
      await scanner.close();
    }
    await page.goto(link);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: "Messages", level: 1 }).waitFor();
    expect(new URL(page.url()).search).toBe("?outcome=sent");
    await page.getByText(BROKER).first().waitFor();
    const second = await fixture.browser.newPage();
    await second.goto(link);
    await second.getByRole("button", { name: "Sign in" }).click();
    await second.getByRole("alert").filter({ hasText: "already been used" }).waitFor();
    await second.close();
    await context.close();
  });

  it("lets an address with several accounts choose one", async () => {
    const south = await fixture.lintel.createTenant("south");
    await makeContact(fixture.brokerageId, "both@people.test");
    await makeContact(south.id, "both@people.test");
    const context = await fixture.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${fixture.origin.replace("north.localhost", "localhost")}/console/sign-in`);
    await page.goto(await mailedLink(page, "both@people.test"));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: "Sign in as" }).waitFor();
    expect(await auditPage(page)).toEqual([]);
    await page.getByRole("button", { name: /south, Broker/ }).click();
    await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    const me = await page.evaluate(async () => (await (await fetch("/api/admin/me")).json()).user);
    expect([me.role, me.brokerage_id]).toEqual(["broker", south.id]);
    await context.close();
  });

  it("asks an admin with a key for an email, while no admin has signed in by one, and no broker", async () => {
    const ask = (page: Page) => page.getByRole("link", { name: "Add your email" });
    {
      await using opened = await fixture.openWindow(await fixture.key("admin"));
      await ask(opened.page).click();
      await opened.page.getByLabel("Invite an admin").waitFor();
      expect(opened.complaints).toEqual([]);
    }
    await using broker = await fixture.openWindow(await fixture.key("broker"));
    await broker.page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    expect(await ask(broker.page).count()).toBe(0);
  });

  it("follows no address outside of the console", async () => {
    const context = await fixture.browser.newContext();
    const page = await context.newPage();
    for (const to of [
      "https://evil.test/",
      "//evil.test/console",
      "/console/../api/admin/me",
      "javascript:alert(1)",
    ]) {
      await page.goto(`${fixture.origin}/console/sign-in?to=${encodeURIComponent(JSON.stringify(to))}`);
      await page.getByText("Sign in with an API key").click();
      await page.getByLabel("API key").fill(await fixture.key("broker"));
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
      expect([to, page.url()]).toEqual([to, `${fixture.origin}/console`]);
    }
    await context.close();
  });

  it("is done at the identity provider, whose reply counts for the tab that has asked for it alone", async () => {
    const context = await fixture.browser.newContext();
    const page = await context.newPage();
    const claims = {
      sub: "person-1",
      email: "pat@people.test",
      roles: ["broker"],
      brokerage_id: fixture.brokerageId,
    };
    // What a person does at the provider.
    await page.route(`${provider.issuer}/auth**`, async (route) => {
      const request = Object.fromEntries(new URL(route.request().url()).searchParams);
      const back = await provider.authorize(claims, request as { redirect_uri: string });
      await route.fulfill({ status: 302, headers: { location: back.href } });
    });
    const foreign = await fixture.browser.newPage();
    await page.goto(`${fixture.origin}/console/sign-in`);
    const request = page.waitForRequest(/\/console\/sign-in\?.*code=/);
    await page.getByRole("button", { name: /Sign in with 127/ }).click();
    const reply = (await request).url();
    await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    await foreign.goto(reply);
    await foreign.getByRole("alert").filter({ hasText: "belongs to no sign-in" }).waitFor();
    await page.goto(`${fixture.origin}/console/sign-in?code=stolen&state=other`);
    await page.getByRole("alert").filter({ hasText: "belongs to no sign-in" }).waitFor();
    await foreign.close();
    await context.close();
  });

  it("is done by a passkey, once its owner has added one in the settings", async () => {
    const context = await fixture.browser.newContext();
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("WebAuthn.enable");
    await devtools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    await page.goto(`${fixture.origin}/console/settings`);
    await page.goto(await mailedLink(page, BROKER));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("of north.localhost").waitFor();
    await signOut(page);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    await page.goto(`${fixture.origin}/console/settings`);
    await page.getByText("by a passkey").waitFor();
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Remove the passkey" }).click();
    await page.getByText("You have no passkey.").waitFor();
    await signOut(page);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("alert").filter({ hasText: "passkey" }).waitFor();
    await context.close();
  });

  it("ends at once for a person who is disabled: the open console says so", async () => {
    const contact = await makeContact(fixture.brokerageId, "leaving@north.test");
    const context = await fixture.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${fixture.origin}/console/privacy`);
    await page.goto(await mailedLink(page, "leaving@north.test"));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("No such request.").waitFor();
    const path = `/api/admin/broker-contacts/${contact}`;
    const { status } = await fixture.lintel.call(path, { method: "DELETE", key: fixture.website.admin });
    expect(status).toBe(200);
    await page.getByText("your session has ended").waitFor({ timeout: 30_000 });
    await context.close();
  });

  it("protects its cookie from pages of another origin of the same site", async () => {
    await using opened = await fixture.openWindow(await fixture.key("broker"));
    const { context } = opened;
    const other = createServer((_request, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Other</title>"),
    );
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const page = await context.newPage();
    await page.goto(`http://north.localhost:${(other.address() as AddressInfo).port}/`);
    const statuses: number[] = [];
    page.on("response", (response) => statuses.push(response.status()));
    const address = `${fixture.origin}/api/admin/api-keys`;
    const outcomes = await page.evaluate(async (address) => {
      const body = JSON.stringify({ name: "stolen", role: "broker" });
      const send = (init: RequestInit) =>
        fetch(address, { method: "POST", credentials: "include", body, ...init }).then(
          ({ status, type }) => `${type} ${status}`,
          () => "refused",
        );
      return [
        await send({ mode: "no-cors", headers: { "content-type": "text/plain" } }),
        await send({ headers: { "content-type": "application/json", "x-requested-with": "lintel" } }),
      ];
    }, address);
    expect([outcomes[0], statuses[0]]).toEqual(["opaque 0", 403]);
    expect(outcomes[1]).toMatch(/^refused$|403$/);
    const keys = await fixture.lintel.database.db.selectFrom("api_keys").select("name").execute();
    expect(keys.map(({ name }) => name)).not.toContain("stolen");
    other.close();
    other.closeAllConnections();
  });
});
