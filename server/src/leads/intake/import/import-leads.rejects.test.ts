import { mkdtemp, readFile, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrokerage } from "../../../../test/harness/brokerage-fixture.ts";
import { removeFolder } from "../../../../test/harness/remove-folder.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";
import { importLeads } from "./import-leads.ts";
import { fileColumns } from "./legacy-lead.ts";

/** Bad rows cost themselves alone, and can be mended where they are listed. */
describe("importLeads: what it refuses", () => {
  let lintel: TestApp;
  let folder: string;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
    folder = await mkdtemp(join(tmpdir(), "lintel-rejects-"));
    await openBrokerage(lintel, "north");
  });
  afterAll(async () => {
    await lintel.close();
    await removeFolder(folder);
  });

  const keep = async (content: string | Buffer) => {
    const file = join(folder, `leads-${++made}.csv`);
    await writeFile(file, content);
    return file;
  };
  const load = (file: string) => importLeads(lintel.ctx, { file, brokerage: "north" }, () => {});
  const loadText = async (content: string | Buffer) => load(await keep(content));
  /** The reasons for which the one row is refused. */
  const reasonsFor = async (header: string, row: string) => {
    const report = await loadText(`${header}\n${row}\n`);
    expect(report).toMatchObject({ read: 1, created: 0, rejected: 1 });
    const text = await readFile(report.rejectsFile as string, "utf8");
    const [, quoted, plain] = /^2,(?:"([^"]*)"|([^",]*)),/.exec(text.split("\n")[1] as string) ?? [];
    return quoted ?? plain;
  };

  it.each([
    ["email,last_name", "ada,L", "email must be a valid email address"],
    ["email,last_name", ",L", "email is required"],
    ["email,last_name", "ada@visitors.test,  ", "first_name or last_name is required"],
    ["email,last_name", `${"a".repeat(250)}@b.test,L`, "email must be at most 255 characters"],
    ["email,first_name", `a@b.test,${"x".repeat(101)}`, "first_name must be at most 100 characters"],
    ["email,last_name,phone", `a@b.test,L,${"5".repeat(41)}`, "phone must be at most 40 characters"],
    ["email,last_name,subject", `a@b.test,L,${"x".repeat(201)}`, "subject must be at most 200 characters"],
    [
      "email,last_name,message",
      `a@b.test,L,${"x".repeat(10_001)}`,
      "message must be at most 10000 characters",
    ],
    [
      "email,last_name,created_at",
      "a@b.test,L,3/1/2024",
      "created_at must be a day or a time such as 2024-03-01 or 2024-03-01T09:30:00Z",
    ],
    [
      "email,last_name,created_at",
      "a@b.test,L,2024-02-30",
      "created_at must be a day or a time such as 2024-03-01 or 2024-03-01T09:30:00Z",
    ],
    ["email,last_name,created_at", "a@b.test,L,2026-06-16", "created_at is in the future"],
    ["email,last_name", "a@b.test,a\0b", "last_name must not contain NUL characters"],
    ["email,last_name", "a@b.test", "The row has 1 columns, the header 2"],
    ["email,last_name", 'a@b.test,"L', "A quote is opened and never closed"],
    ["email,last_name", 'a@b.test,"L"x', "The row's quotes are broken"],
  ])("with the columns %s rejects %j: %s", async (header, row, reason) => {
    expect(await reasonsFor(header, row)).toBe(reason);
  });

  it("says every reason at once", async () => {
    expect(await reasonsFor("email,status,first_name,created_at", "ada,won,,yesterday")).toBe(
      "email must be a valid email address; " +
        "status must be one of new, contacted, qualified, showing, offer, converted, lost; " +
        "first_name or last_name is required; " +
        "created_at must be a day or a time such as 2024-03-01 or 2024-03-01T09:30:00Z",
    );
  });

  it("rejects rows that are not UTF-8, and lands the rest", async () => {
    const text = "email,last_name\na@b.test,Muñoz\nb@b.test,Ng\n";
    const report = await loadText(Buffer.from(text, "latin1"));
    expect(report).toMatchObject({ created: 1, rejected: 1 });
    expect(await readFile(report.rejectsFile as string, "utf8")).toContain("2,The row is not valid UTF-8,");
  });

  it("lists them with line and reasons in front of what they say; mended there, they can be imported", async () => {
    const report = await loadText(
      [
        "email,last_name,notes",
        "fine@visitors.test,Fine,",
        'wrong,Lovelace,"says ""hi"",\nand more"',
        "fine2@visitors.test,Fine,",
        ",Hopper,  spaces  ",
        'x@visitors.test,"open',
      ].join("\n"),
    );
    expect(report).toMatchObject({ read: 5, created: 2, rejected: 3 });
    const rejects = report.rejectsFile as string;
    const text = await readFile(rejects, "utf8");
    expect(text).toBe(
      [
        "line,reasons,email,last_name,notes",
        '3,email must be a valid email address,wrong,Lovelace,"says ""hi"",\nand more"',
        '6,email is required,,Hopper,"  spaces  "',
        "7,A quote is opened and never closed,,,",
        "",
      ].join("\n"),
    );

    const mended = join(folder, "mended.csv");
    await rename(rejects, mended);
    await writeFile(mended, text.replace(",wrong,", ",ada@visitors.test,"));
    const again = await load(mended);
    expect(again).toMatchObject({ read: 3, created: 1, rejected: 2 });
    // Its own remarks take the place of the earlier ones.
    expect(await readFile(again.rejectsFile as string, "utf8")).toMatch(
      /^line,reasons,email,last_name,notes\n4,email is required,,Hopper,/,
    );
  });

  it.each([
    ["", "The file has no header line"],
    ['"email\n', "The header line cannot be read: A quote is opened and never closed"],
    [
      "email,first_name,Agent,\n",
      `The file has columns that are not known: agent, (one without a name). Rename or remove them; known are ${fileColumns.join(", ")}`,
    ],
    ["email,first_name,Email\n", "The file has two columns email"],
    [
      "first_name,last_name\n",
      "The file needs a column email and one of first_name and last_name. It has first_name, last_name",
    ],
    [
      "email,phone\n",
      "The file needs a column email and one of first_name and last_name. It has email, phone",
    ],
    ["email:first_name\n", /^The file has columns that are not known: email:first_name\./],
  ])("refuses the file %j whole", async (content, message) => {
    await expect(loadText(content)).rejects.toThrow(message);
  });

  it("lands what is whole of a file that is cut short, and says so", async () => {
    const rows = Array.from({ length: 900 }, (_, n) => `cut${n}-${Math.sin(n)}@visitors.test,Cut`);
    const whole = gzipSync(["email,last_name", ...rows].join("\n"));
    const file = await keep(whole.subarray(0, -12));
    await expect(load(file)).rejects.toThrow("The gzip data ends too early: the file is cut short");
    const { body } = await lintel.call("/api/v1/admin/leads?q=cut0", {
      key: await lintel.createKey("admin"),
    });
    expect(body.total).toBe(1);
  });

  it("refuses a file that is not there", async () => {
    await expect(load(join(folder, "none.csv"))).rejects.toThrow(/^There is no file .*none\.csv$/);
  });
});
