import type { Email } from "postal-mime";
import type { openAlertMail, SearchesFixture } from "./searches-fixture.ts";

type Mail = Awaited<ReturnType<typeof openAlertMail>>;

/** A client with an instant search, and the mail that a new listing has caused. */
export type AlertedFixture = {
  address: string;
  token: string;
  searchId: number;
  mail: Email;
  /** The path of the link with this label in the mail's text part. */
  linkOf(label: string | RegExp): string;
  /** The path of the mail's one-click link. */
  oneClick: string;
};

let made = 0;

/** Mails one new listing to a new client of the brokerage. */
export async function alertClient(
  mail: Mail,
  brokerage: SearchesFixture,
  search: object = {},
): Promise<AlertedFixture> {
  const nth = ++made;
  const address = `alerted-${nth}@visitors.test`;
  const token = await brokerage.signIn(address);
  const city = `Town ${nth}`;
  const { body } = await brokerage.save(token, {
    filters: { city: [city] },
    frequency: "instant",
    ...search,
  });
  await brokerage.import({ ListingId: `${brokerage.source}-alerted-${nth}`, City: city });
  await brokerage.send();
  const [arrived] = await mail.mailsTo(address);
  if (!arrived) throw new Error("no mail has arrived");
  return { address, token, searchId: body.id, mail: arrived, ...linksIn(arrived) };
}

/** The links of a mail. */
export function linksIn(mail: Email): Pick<AlertedFixture, "linkOf" | "oneClick"> {
  const header = mail.headers.find(({ key }) => key === "list-unsubscribe")?.value ?? "";
  return {
    oneClick: pathOf(/<([^>]+)>/.exec(header)?.[1] ?? ""),
    linkOf(label) {
      const lines = (mail.text ?? "").split("\n");
      const at = lines.findIndex((line) =>
        typeof label === "string" ? line.includes(label) : label.test(line),
      );
      const url = /https?:\S+/.exec(lines.slice(at).join("\n"))?.[0];
      if (at < 0 || url === undefined) throw new Error(`the mail has no link ${label}:\n${mail.text}`);
      return pathOf(url);
    },
  };
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** A client with searches for a town of its own, whose listings the test imports. */
export type TownClient = {
  address: string;
  city: string;
  token: string;
  /** Ids of the searches. */
  ids: number[];
  list(id: string, fields?: object): Promise<void>;
  /** Sends what is due: subjects of the client's alerts, oldest first. */
  subjects(): Promise<(string | undefined)[]>;
  lastText(): Promise<string>;
};

/** @param searches bodies, each for the town and instant unless it says otherwise; default: one. */
export async function openTownClient(
  mail: Mail,
  brokerage: SearchesFixture,
  ...searches: object[]
): Promise<TownClient> {
  const nth = ++made;
  const [address, city] = [`client-${nth}@visitors.test`, `Place ${nth}`];
  const token = await brokerage.signIn(address);
  const ids: number[] = [];
  for (const search of searches.length > 0 ? searches : [{}]) {
    const body = { filters: { city: [city] }, frequency: "instant", ...search };
    ids.push((await brokerage.save(token, body)).body.id);
  }
  return {
    address,
    city,
    token,
    ids,
    list: (id, fields = {}) =>
      brokerage.import({
        ListingId: `${nth}-${id}`,
        City: city,
        UnparsedAddress: `${id} Main St`,
        ...fields,
      }),
    async subjects() {
      await brokerage.send();
      return (await mail.mailsTo(address)).map(({ subject }) => subject);
    },
    lastText: async () => (await mail.mailsTo(address)).at(-1)?.text ?? "",
  };
}
