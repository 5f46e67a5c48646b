import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { someMail } from "../../../test/harness/mail.ts";
import { selfSigned } from "../../../test/harness/self-signed.ts";
import { type SmtpServer, startSmtpServer } from "../../../test/harness/smtp-server.ts";
import { readConfig } from "../config/config.ts";
import { PermanentFailure, TemporaryFailure } from "../errors.ts";
import type { Mailer } from "./mail.ts";
import type { MailServer } from "./mail-server.ts";
import { smtpMailer } from "./smtp-mailer.ts";

const FROM = "office@lintel.test";
const login = { user: "lintel", password: "pass word/@é" };
const credentials = `lintel:${encodeURIComponent(login.password)}@`;
const never = { signal: new AbortController().signal };

const mailerFor = (MAIL_URL: string) =>
  smtpMailer(readConfig({ MAIL_URL, MAIL_FROM: FROM }).mail.server as MailServer, FROM);

/** What a sending rejects with. */
async function failure(sending: Promise<void>): Promise<Error> {
  return sending.then(
    () => {
      throw new Error("it was sent");
    },
    (error) => error,
  );
}

describe("smtpMailer", () => {
  let server: SmtpServer;
  let mailer: Mailer;
  beforeEach(async () => {
    server = await startSmtpServer();
    mailer = mailerFor(`smtp://127.0.0.1:${server.port}`);
  });
  afterEach(async () => {
    mailer.close();
    await server.close();
  });

  it("hands a mail to the server, under its own Message-ID and date, to its one recipient", async () => {
    const date = new Date("2026-06-15T12:00:00Z");
    await mailer.send(someMail({ messageId: "<same@lintel.test>", date, replyTo: "ann@agents.test" }), never);
    expect(server.arrived).toMatchObject([
      { from: FROM, to: ["ada@visitors.test"], secure: false, user: null },
    ]);
    expect((await server.read())[0]).toMatchObject({
      messageId: "<same@lintel.test>",
      date: date.toISOString(),
      from: { name: "North Realty", address: FROM },
      to: [{ address: "ada@visitors.test" }],
      replyTo: [{ address: "ann@agents.test" }],
      subject: "A subject",
      text: "A text.\n",
      html: "<p>A text.</p>\n",
    });
  });

  it("sends many over a few connections", async () => {
    await Promise.all(Array.from({ length: 100 }, () => mailer.send(someMail(), never)));
    expect(new Set((await server.read()).map(({ messageId }) => messageId)).size).toBe(100);
  });

  it.each([
    ["the recipient is unknown", "refuses", 550],
    ["the content is spam", "refusesContent", 554],
    ["the mail is too large", "refusesContent", 552],
  ] as const)("is refused for good when %s", async (_why, where, code) => {
    const refusal = { code, text: "No, thank you" };
    if (where === "refuses") server.refuses.set("ada@visitors.test", refusal);
    else server[where] = refusal;
    const error = await failure(mailer.send(someMail(), never));
    expect(error).toBeInstanceOf(PermanentFailure);
    expect(error.message).toContain(`${code} No, thank you`);
    await mailer.send(someMail({ to: "grace@visitors.test" }), never).catch(() => {});
    expect(server.arrived.length).toBe(where === "refuses" ? 1 : 0);
  });

  it.each([
    ["the recipient's mailbox is full for now", "refuses", 452],
    ["the server wants a moment (greylisting)", "refuses", 450],
    ["it must log in first", "refuses", 530],
    ["the content is not taken now", "refusesContent", 451],
    ["the sender is not known", "refusesSender", 553],
    ["the server is about to go", "refusesSender", 421],
  ] as const)("may be tried again when %s", async (_why, where, code) => {
    const refusal = { code, text: "Not like this" };
    if (where === "refuses") server.refuses.set("ada@visitors.test", refusal);
    else server[where] = refusal;
    const error = await failure(mailer.send(someMail(), never));
    expect(error).toBeInstanceOf(TemporaryFailure);
    expect(error.message).toContain(`${code} Not like this`);
  });

  it("may be tried again when the server is down, and goes as soon as it is back", async () => {
    await mailer.send(someMail(), never);
    await server.down();
    expect(await failure(mailer.send(someMail(), never))).toBeInstanceOf(TemporaryFailure);
    await server.up();
    await mailer.send(someMail(), never);
    expect(server.arrived).toHaveLength(2);
  });

  it("does not send by itself what a broken connection has left in doubt", async () => {
    server.drops = 1;
    expect(await failure(mailer.send(someMail(), never))).toBeInstanceOf(TemporaryFailure);
    expect(server.arrived).toHaveLength(0);
    await mailer.send(someMail(), never);
    expect(server.arrived).toHaveLength(1);
  });

  it("gives up when its time is over, though the server still thinks about it", async () => {
    server.delayMs = 60_000;
    const error = await failure(mailer.send(someMail(), { signal: AbortSignal.timeout(300) }));
    expect(error).toEqual(new TemporaryFailure("the mail server took too long"));
    server.delayMs = 0;
    await mailer.send(someMail(), never);
    expect(server.arrived).toHaveLength(1);
  });

  it("cannot be used after it is closed, and does not hang then", async () => {
    mailer.close();
    expect(await failure(mailer.send(someMail(), never))).toBeInstanceOf(TemporaryFailure);
  });
});

describe("smtpMailer and a server that hangs", () => {
  let server: Server;
  afterEach(() => {
    server.close();
  });

  it.each([
    ["before it greets", ""],
    ["after it has greeted", "220 hello\r\n"],
    ["in mid-conversation", "220 hello\r\n250 fine\r\n"],
  ])("ends by itself, %s", async (_when, written) => {
    server = createServer((socket) => {
      socket.write(written);
      socket.on("error", () => {});
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const to: MailServer = { host: "127.0.0.1", port, secure: false, starttls: "off", login: null };
    const timeouts = { connection: 200, greeting: 200, silence: 200, name: 200, idle: 200 };
    const mailer = smtpMailer(to, FROM, timeouts);
    expect(await failure(mailer.send(someMail(), never))).toBeInstanceOf(TemporaryFailure);
    mailer.close();
  });
});

describe("smtpMailer and secrets", () => {
  let server: SmtpServer;
  afterEach(() => server.close());

  it("logs in", async () => {
    server = await startSmtpServer({ login });
    const mailer = mailerFor(`smtp://${credentials}127.0.0.1:${server.port}`);
    await mailer.send(someMail(), never);
    expect(server.arrived).toMatchObject([{ user: "lintel" }]);
    mailer.close();
  });

  it("reveals no password, with any answer of the server", async () => {
    const plain = Buffer.from(`\0${login.user}\0${login.password}`).toString("base64");
    const alone = Buffer.from(login.password).toString("base64");
    server = await startSmtpServer({
      login: { user: "somebody", password: "else" },
      wrongLogin: (password) => `wrong: ${password} ${encodeURIComponent(password)} ${plain} ${alone}`,
    });
    const mailer = mailerFor(`smtp://${credentials}127.0.0.1:${server.port}`);
    const error = await failure(mailer.send(someMail(), never));
    expect(error).toBeInstanceOf(TemporaryFailure);
    expect(error.message).toMatch(/wrong: \*\*\* \*\*\* \*\*\* \*\*\*$/);
    expect(error.cause).toBeUndefined();
    mailer.close();
  });
});

describe("smtpMailer and TLS", () => {
  const certificate = selfSigned("localhost");
  const trusted = getCACertificates("default");
  let server: SmtpServer;
  let mailer: Mailer;
  afterEach(async () => {
    setDefaultCACertificates(trusted);
    mailer.close();
    await server.close();
  });

  it.each([
    ["smtps from the first byte", "smtps", { fromTheStart: true }, ""],
    ["STARTTLS where it is offered", "smtp", {}, ""],
    ["STARTTLS where it is required", "smtp", {}, "?starttls=required"],
  ])("%s, to a server whose certificate is trusted", async (_how, scheme, kind, option) => {
    setDefaultCACertificates([certificate.cert]);
    server = await startSmtpServer({ login, tls: { ...certificate, ...kind } });
    mailer = mailerFor(`${scheme}://${credentials}localhost:${server.port}${option}`);
    await mailer.send(someMail(), never);
    expect(server.arrived).toMatchObject([{ secure: true, user: "lintel" }]);
  });

  it.each([
    ["smtps", { fromTheStart: true }],
    ["smtp", {}],
  ])("sends nothing by %s to a server whose certificate no authority has signed", async (scheme, kind) => {
    server = await startSmtpServer({ tls: { ...certificate, ...kind } });
    mailer = mailerFor(`${scheme}://localhost:${server.port}`);
    const error = await failure(mailer.send(someMail(), never));
    expect(error).toBeInstanceOf(TemporaryFailure);
    expect(error.message).toMatch(/self-signed certificate/i);
    expect(server.arrived).toHaveLength(0);
  });

  it("tells no password to a server that offers no STARTTLS where it is required", async () => {
    let received = "";
    server = await startSmtpServer({
      login,
      wrongLogin(password) {
        received = password;
        return "no";
      },
    });
    mailer = mailerFor(`smtp://lintel:other@localhost:${server.port}?starttls=required`);
    expect(await failure(mailer.send(someMail(), never))).toBeInstanceOf(TemporaryFailure);
    expect([received, server.arrived.length]).toEqual(["", 0]);
  });

  it("goes without, where it is told to", async () => {
    server = await startSmtpServer({ tls: certificate });
    mailer = mailerFor(`smtp://localhost:${server.port}?starttls=off`);
    await mailer.send(someMail(), never);
    expect(server.arrived).toMatchObject([{ secure: false }]);
  });
});
