import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";
import { Check } from "typebox/value";
import { describe, expect, it } from "vitest";
import { eventNames } from "../../event-outbox/index.ts";
import { eventData } from "./event-data.ts";

const page = readFileSync(new URL("../../../../docs/webhooks.md", import.meta.url), "utf8");
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))].map((match) => match[1] as string);

describe("the documentation of events", () => {
  it("has an example of each with exactly the fields of the OpenAPI document", () => {
    const examples = blocks("json")
      .map((text) => (text.startsWith('{"event"') ? JSON.parse(text) : null))
      .filter((example) => example !== null);
    expect(examples.map(({ event }) => event).toSorted()).toEqual(eventNames.toSorted());
    for (const { event, data } of examples) {
      const schema = eventData[event as keyof typeof eventData].data;
      expect([event, Object.keys(data)]).toEqual([event, Object.keys(schema.properties)]);
      expect([event, Check(schema, data)]).toEqual([event, true]);
    }
  });

  it("has verification code that accepts what the reference library signs, and refuses forgeries", async () => {
    const code = blocks("js").find((block) => block.includes("timingSafeEqual")) as string;
    const { verify } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    const secret = `whsec_${Buffer.alloc(32, 5).toString("base64")}`;
    const now = new Date();
    const body = '{"event":"lead.created","data":{"name":"Zoë"}}';
    const headers = (at: Date, ...signatures: string[]) => ({
      "webhook-id": "msg_1",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": signatures.join(" "),
    });
    const signature = (at = now) => new Webhook(secret).sign("msg_1", at, body);
    const other = `v1,${createHmac("sha256", "other").update(body).digest("base64")}`;
    expect(verify(secret, headers(now, signature()), body)).toBe(true);
    expect(verify(secret, headers(now, other, signature()), Buffer.from(body))).toBe(true);
    expect(verify(secret, headers(now, other), body)).toBe(false);
    expect(verify(secret, headers(now, signature().replace("v1", "v2")), body)).toBe(false);
    expect(verify(secret, headers(now, signature()), `${body} `)).toBe(false);
    const old = new Date(now.getTime() - 301_000);
    expect(verify(secret, headers(old, signature(old)), body)).toBe(false);
  });
});
