import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { request } from "undici";

type Ended = { status: number | null; stdout: string; stderr: string };

/** What a person can do who has a shell, an editor and a browser. */
export type Newcomer = {
  usesPostgres: boolean;
  /** Sets a variable for the commands that follow. */
  set(name: string, value: string): void;
  /** `npm run lintel -- …` */
  command(...args: string[]): Promise<Ended>;
  /** `npm start`, until its message or its failure. */
  start(): Promise<{ ready: string; failed: null } | { ready: null; failed: string }>;
  /** Ctrl-C. Null when nothing runs. */
  stop(): Promise<Ended | null>;
  /** Writes a file and returns its name for commands. */
  file(name: string, content: string): Promise<string>;
};

const DOMAIN = "homes.example.com";
const CSV = `mls;status;price;beds;city;zip;street
A-1;A;410000;3;Star;83669;1 Plover Ln
A-2;A;525000;4;Star;83669;2 Plover Ln
A-3;S;300000;2;Star;83669;3 Plover Ln
`;
const MAP = {
  columns: {
    ListingId: "mls",
    StandardStatus: { column: "status", values: { A: "Active", S: "Closed" } },
    ...{
      ListPrice: "price",
      BedroomsTotal: "beds",
      City: "city",
      PostalCode: "zip",
      UnparsedAddress: "street",
    },
  },
  constants: { PropertyType: "Residential", StateOrProvince: "ID" },
};
const SEQUENCE = {
  ...{ name: "Welcome", trigger_state: "NEW" },
  steps: [
    {
      delay_days: 0,
      subject_template: "Hello {{first_name}}",
      body_template: "Thank you, {{first_name}}. When may we call?",
    },
  ],
};
const FORM = {
  ...{ firstName: "Grace", lastName: "Hopper", email: "grace@visitors.example", subject: "Star" },
  message: "Is 1 Plover Ln still for sale?",
};
const MAIL_WITHIN_MS = 120_000;

/**
 * The first hour with the product.
 *
 * @returns the steps that were taken.
 * @throws an error that names the step which leads no further.
 */
export async function useProduct(newcomer: Newcomer): Promise<string[]> {
  const steps: string[] = [];
  const step = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    try {
      const result = await work();
      steps.push(name);
      return result;
    } catch (error) {
      throw new Error(`Dead end at "${name}", after ${steps.length} steps: ${(error as Error).message}`, {
        cause: error,
      });
    }
  };

  if (newcomer.usesPostgres)
    await step("the first start on PostgreSQL names the secrets that it needs", () => setSecrets(newcomer));
  const message = await step("npm start", () => start(newcomer));
  const address = found(message, /ready at (http:\S+)/, "the address");
  await step("the addresses and commands of the start's message work", async () => {
    for (const page of ["/docs", "/redoc", "/outbox"])
      await get(found(message, new RegExp(`(http\\S+${page})\\b`), page));
    for (const command of curls(message)) await get(command.url, command.host);
    if (curls(message).length === 0) found(message, /(npm run lintel -- init)/, "what to do first");
  });

  const made = await step("lintel init", async () => {
    const flags = ["--name", "Acme Realty", "--domain", DOMAIN, "--broker", "Ada Lovelace"];
    const more = ["--broker-email", "ada@example.com", "--state", "ID", "--time-zone", "America/Boise"];
    return succeeded(await newcomer.command("init", ...flags, ...more));
  });
  const key = found(made, /API key, shown this once:\s+(lk_\w{40})/, "the broker's key");
  const own = curls(made)[0];
  if (!own) throw new Error(`Dead end: lintel init names no request to try:\n${made}`);

  await step("importing one's own CSV", async () => {
    const [csv, map] = [
      await newcomer.file("mine.csv", CSV),
      await newcomer.file("map.json", JSON.stringify(MAP)),
    ];
    found(
      succeeded(await newcomer.command("import", csv, "--source", "mine", "--map", map)),
      /\b(3) created/,
      "three listings",
    );
    found(succeeded(await newcomer.command("sources", "list")), /(mine\s+3)\b/, "the source");
  });
  await step("the request that init printed shows the listings", async () => {
    const url = new URL(own.url);
    url.searchParams.set("city", "Star");
    url.searchParams.set("status", "Active");
    url.searchParams.set("page_size", "100");
    await until("the listings are found", async () => {
      const reply = await get(url.href, own.host);
      return reply.includes("1 Plover Ln") && reply.includes("2 Plover Ln");
    });
  });

  const leads = `${address}/api/v1/admin/leads`;
  await step("a drip sequence for new leads", () =>
    post(`${address}/api/v1/admin/drips`, SEQUENCE, { "x-api-key": key }),
  );
  await step("a lead through the contact form reaches the broker", async () => {
    await post(`${address}/api/contact`, FORM, own.host ? { host: own.host } : {});
    found(await get(leads, null, key), /(grace@visitors\.example)/, "the lead");
    found(await get(leads, null, key), /("name":"Ada Lovelace")/, "its agent");
  });
  await step("the mail about the lead and the drip are read at /outbox", async () => {
    succeeded(await newcomer.command("sweep"));
    await readMail(address, "Hello Grace", /Thank you, Grace\. When may we call\?/);
    await readMail(address, "New lead", /Grace Hopper/);
  });

  await step("a stop and a second start keep everything", async () => {
    const ended = await newcomer.stop();
    if (ended?.status !== 0) throw new Error(`the stop ended with ${ended?.status}: ${ended?.stderr}`);
    const again = await start(newcomer);
    if (again.includes("lk_")) throw new Error("a key is printed again");
    found(await get(leads, null, key), /(grace@visitors\.example)/, "the lead");
  });
  return steps;
}

async function setSecrets(newcomer: Newcomer): Promise<void> {
  const { failed } = await newcomer.start();
  const names = found(
    failed ?? "",
    /^(.* and .*) must be set when DATABASE_URL is \(make each with: openssl rand -base64 32\)/m,
    "the secrets",
  );
  for (const name of names.split(" and ")) newcomer.set(name, randomBytes(32).toString("base64"));
}

async function start(newcomer: Newcomer): Promise<string> {
  const { ready, failed } = await newcomer.start();
  if (ready === null) throw new Error(failed);
  return ready;
}

/** Opens the list, then the mail of that subject. Mail is written in the background. */
async function readMail(address: string, subject: string, content: RegExp): Promise<void> {
  const link = new RegExp(`href="(/outbox/[^"]+)">${subject}`);
  await until(`"${subject}" is in the outbox`, async () => link.test(await get(`${address}/outbox`)));
  const mail = found(await get(`${address}/outbox`), link, subject);
  found(await get(address + mail), content, "its text");
  found(await get(`${address}${mail}/html`), content, "its HTML");
}

async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + MAIL_WITHIN_MS; !(await check()); await delay(250)) {
    if (Date.now() > end) throw new Error(`not within ${MAIL_WITHIN_MS / 1000} s: ${what}`);
  }
}

function succeeded({ status, stdout, stderr }: Ended): string {
  if (status !== 0) throw new Error(`the command ended with ${status}: ${stderr}${stdout}`);
  return stdout;
}

function found(output: string, pattern: RegExp, what: string): string {
  const match = pattern.exec(output);
  if (!match) throw new Error(`${what} is missing in:\n${output.slice(0, 3000)}`);
  return match[1] ?? match[0];
}

/** The curl commands of an output. */
function curls(output: string): { url: string; host: string | null }[] {
  return [...output.matchAll(/curl '([^']+)'(?: -H 'Host: ([^']+)')?/g)].map(([, url = "", host = null]) => ({
    url,
    host,
  }));
}

async function get(url: string, host: string | null = null, key: string | null = null): Promise<string> {
  const headers = { ...(host && { host }), ...(key && { "x-api-key": key }) };
  return bodyOf(url, await request(url, { headers }));
}

async function post(url: string, body: object, headers: Record<string, string>): Promise<string> {
  const options = { headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
  return bodyOf(url, await request(url, { method: "POST", ...options }));
}

async function bodyOf(url: string, reply: Awaited<ReturnType<typeof request>>): Promise<string> {
  const body = await reply.body.text();
  if (reply.statusCode >= 300) throw new Error(`${url} answered ${reply.statusCode}: ${body.slice(0, 500)}`);
  return body;
}
