import { describe, expect, it } from "vitest";
import { readConfig, StartError } from "../config/config.ts";

const read = (MAIL_URL: string) => readConfig({ MAIL_URL, MAIL_FROM: "office@lintel.test" }).mail.server;

describe("MAIL_URL", () => {
  it("may be left out: then mail is written to the outbox, from an address of this machine or MAIL_FROM", () => {
    expect(readConfig({}).mail).toEqual({ server: null, from: "lintel@localhost" });
    expect(readConfig({ MAIL_FROM: "o'neill+x@lintel.test" }).mail).toEqual({
      server: null,
      from: "o'neill+x@lintel.test",
    });
  });

  it.each([
    ["smtp://mail.test", { host: "mail.test", port: 587, secure: false, starttls: "offered", login: null }],
    ["smtp://mail.test:25/", { port: 25 }],
    ["smtps://mail.test", { port: 465, secure: true }],
    ["smtp://[::1]:2525", { host: "::1", port: 2525 }],
    ["smtp://u%40x.test:p%2Fw%C3%A9@mail.test", { login: { user: "u@x.test", password: "p/wé" } }],
  ])("%s names a server with all that it needs", (url, server) => {
    expect(read(url)).toMatchObject(server);
  });

  it.each([
    ["smtp://u:p@mail.test", "required"],
    ["smtp://u:p@mail.test?starttls=off", "off"],
    ["smtp://u:p@localhost:1025", "offered"],
    ["smtp://u:p@127.0.0.1", "offered"],
    ["smtp://u:p@[::1]", "offered"],
    ["smtp://mail.test", "offered"],
    ["smtp://mail.test?starttls=required", "required"],
    ["smtp://localhost?starttls=off", "off"],
  ])(
    "with %s STARTTLS is %s: no password leaves this machine in the clear unless somebody says so",
    (url, starttls) => {
      expect(read(url)).toMatchObject({ starttls });
    },
  );

  const any =
    "must be smtp://user:password@host:587 or smtps://… (escape @ / # ? % in them: %40 %2F %23 %3F %25).";
  const both = "must hold both the user and the password, or neither.";
  const noOption = "takes no option but starttls, of smtp://.";
  it.each([
    ["mail.test:587", any],
    ["http://mail.test", any],
    ["smtp:mail.test", any],
    ["smtp://", any],
    ["smtp://mail.test:99999", any],
    ["smtp://mail.test/path", "must end in the host and port."],
    ["smtp://mail.test#x", "must end in the host and port."],
    ["smtp://u@mail.test", both],
    ["smtp://:p@mail.test", both],
    ["smtp://u:p%zz@mail.test", "has a malformed escape in its user or password (write % as %25)."],
    ["smtp://mail.test?tls.rejectUnauthorized=false", noOption],
    ["smtp://mail.test?starttls=off&pool=true", noOption],
    ["smtps://mail.test?starttls=off", noOption],
    ["smtp://mail.test?starttls=maybe", "has an option starttls that must be required or off."],
  ])("%s stops the start with one clear line", (url, line) => {
    expect(() => read(url)).toThrow(new StartError(`MAIL_URL ${line}`));
  });

  it("needs MAIL_FROM", () => {
    expect(() => readConfig({ MAIL_URL: "smtp://mail.test" })).toThrow(
      new StartError("MAIL_FROM must be set when MAIL_URL is: the address that mail comes from."),
    );
  });

  it.each([
    "office",
    "office@",
    "@lintel.test",
    "North <office@lintel.test>",
    "a@b.test,c@d.test",
    "a b@c.test",
    "a@b.test\nBcc: x@y.test",
  ])("MAIL_FROM=%j stops the start with one clear line", (MAIL_FROM) => {
    expect(() => readConfig({ MAIL_FROM })).toThrow(
      new StartError("MAIL_FROM must be an email address without a name, such as office@example.com."),
    );
  });
});
