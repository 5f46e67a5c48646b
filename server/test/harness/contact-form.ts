import type { Reply, TestApp } from "./test-app.ts";

export const someForm = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@visitors.test",
  subject: "Looking for a house",
  message: "With a garden.",
};

/** Sends a website's contact form, with some fields of one's own. */
export function sendForm(
  lintel: TestApp,
  host: string,
  fields: object = {},
  headers: Record<string, string> = {},
): Promise<Reply> {
  return lintel.call("/api/contact", { method: "POST", host, body: { ...someForm, ...fields }, headers });
}

/** A lead by that form: its id. */
export async function leadByForm(lintel: TestApp, host: string, fields: object = {}): Promise<number> {
  const { status, body, text } = await sendForm(lintel, host, fields);
  if (status !== 200) throw new Error(`The contact form was answered ${status}: ${text}`);
  return body.lead_id;
}
