import { request } from "node:http";
import { BROWSER } from "./website-fixture.ts";

type Reply = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

/** A browser without script: it keeps cookies, and sends what browsers send with links and forms, to a real server. */
export class VisitorBrowser {
  readonly cookies = new Map<string, string>();
  readonly host: string;
  readonly #port: number;
  readonly #headers: Record<string, string>;

  constructor({ host, port }: { host: string; port: number }, headers: Record<string, string> = {}) {
    this.host = host;
    this.#port = port;
    this.#headers = headers;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.#send("GET", path, headers);
  }

  post(
    path: string,
    fields: Record<string, string> | [string, string][],
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const own = {
      origin: `http://${this.host}`,
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    };
    return this.#send("POST", path, own, new URLSearchParams(fields).toString());
  }

  #send(method: string, path: string, headers: Record<string, string>, body = ""): Promise<Reply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const all = {
      host: this.host,
      ...BROWSER,
      ...this.#headers,
      ...(cookie && { cookie }),
      ...headers,
      "content-length": String(Buffer.byteLength(body)),
    };
    return new Promise((resolve, reject) => {
      const sent = request(
        { host: "127.0.0.1", port: this.#port, method, path, headers: all },
        async (reply) => {
          for (const each of reply.headers["set-cookie"] ?? []) this.#keep(each);
          const chunks = await reply.toArray();
          const text = Buffer.concat(chunks).toString();
          resolve({ status: reply.statusCode as number, headers: reply.headers, text });
        },
      );
      sent.on("error", reject).end(body);
    });
  }

  #keep(header: string): void {
    const [pair = "", ...attributes] = header.split("; ");
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    if (attributes.includes("Max-Age=0")) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
