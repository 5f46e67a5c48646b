import { mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { someMail } from "../../../test/harness/mail.ts";
import { removeFolder } from "../../../test/harness/remove-folder.ts";
import { TemporaryFailure } from "../errors.ts";
import type { Mailer } from "./mail.ts";
import { outboxMailer } from "./outbox-mailer.ts";

const never = { signal: new AbortController().signal };
const DAY_MS = 86_400_000;

describe("outboxMailer", () => {
  let dataDir: string;
  let folder: string;
  let mailer: Mailer;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "lintel-outbox-"));
    folder = join(dataDir, "outbox");
    mailer = outboxMailer(folder, "lintel@localhost");
  });
  afterEach(() => removeFolder(dataDir));

  const at = (time: string) => ({ date: new Date(time) });

  it("writes each mail into a file that a mail program can read, and no other user", async () => {
    await mailer.send(
      someMail({ subject: "Größe 🏠", fromName: "Nörth", replyTo: "ann@agents.test" }),
      never,
    );
    const [name = "", ...more] = await readdir(folder);
    expect([name.endsWith(".eml"), more]).toEqual([true, []]);
    const bytes = await readFile(join(folder, name));
    expect(await PostalMime.parse(bytes)).toMatchObject({
      subject: "Größe 🏠",
      from: { name: "Nörth", address: "lintel@localhost" },
      to: [{ address: "ada@visitors.test" }],
      replyTo: [{ address: "ann@agents.test" }],
      text: "A text.\n",
    });
    expect(bytes.toString().replaceAll("\r\n", "")).not.toContain("\n");
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it("leaves long links and letters as they are, so that they can be read and clicked in the file", async () => {
    const link = `http://localhost:8000/unsubscribe?token=${"x".repeat(300)}=&more=1`;
    const text = `Grüße, .\n.dot\nFrom here: ${link}`;
    const html = `<p>Grüße <a href="${link.replace("&", "&amp;")}">here</a></p>`;
    await mailer.send(someMail({ text, html }), never);
    const [name = ""] = await readdir(folder);
    const file = await readFile(join(folder, name), "utf8");
    expect([file.includes(`From here: ${link}`), file.includes("Grüße, .")]).toEqual([true, true]);
    expect(await PostalMime.parse(file)).toMatchObject({ text: `${text}\n`, html: `${html}\n` });
  });

  it("names them in the order of time", async () => {
    for (const time of ["2026-06-15T12:00:00.100Z", "2026-06-15T12:00:00.020Z", "2027-01-01T00:00:00Z"]) {
      await mailer.send(someMail({ ...at(time), subject: time }), never);
    }
    const names = (await readdir(folder)).toSorted();
    const subjects = names.map(
      async (name) => (await PostalMime.parse(await readFile(join(folder, name)))).subject,
    );
    expect(await Promise.all(subjects)).toEqual([
      "2026-06-15T12:00:00.020Z",
      "2026-06-15T12:00:00.100Z",
      "2027-01-01T00:00:00Z",
    ]);
  });

  it("keeps mails of the same moment apart, and one that is sent again once", async () => {
    const one = someMail();
    await Promise.all([mailer.send(one, never), mailer.send(someMail(), never)]);
    await mailer.send(one, never);
    expect(await readdir(folder)).toHaveLength(2);
  });

  it("keeps them for seven days, and touches no file of others", async () => {
    const now = new Date("2026-06-15T12:00:00Z");
    await mailer.prune(now);
    const ages = [0, 6.99 * DAY_MS, 7.01 * DAY_MS, 400 * DAY_MS];
    for (const age of ages) await mailer.send(someMail({ date: new Date(now.getTime() - age) }), never);
    await writeFile(join(folder, "20200101T000000.000Z-half.eml.part"), "");
    await writeFile(join(folder, "0-notes.txt"), "");
    await mailer.prune(now);
    const names = (await readdir(folder)).toSorted();
    expect(names.map((name) => name.slice(0, 15))).toEqual([
      "0-notes.txt",
      "20260608T121424",
      "20260615T120000",
    ]);
  });

  it("says what is wrong when it cannot write", async () => {
    await writeFile(folder, "a file where the folder should be");
    await expect(mailer.send(someMail(), never)).rejects.toBeInstanceOf(TemporaryFailure);
  });
});
