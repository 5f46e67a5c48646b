import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { page } from "./page.ts";

const htmlOf = (content: Parameters<typeof page>[0]) => String(page(content).body);
const policyOf = (content: Parameters<typeof page>[0]) =>
  page(content).headers["Content-Security-Policy"] as string;

describe("page", () => {
  const content = { title: "Done", text: "That is all." };

  it("shows its title and its text, and is 200 unless it says otherwise", () => {
    expect(page(content)).toMatchObject({ status: 200, contentType: "text/html; charset=utf-8" });
    expect(htmlOf(content)).toContain("<title>Done</title>");
    expect(htmlOf(content)).toContain("<h1>Done</h1>\n<p>That is all.</p>");
    expect(page({ ...content, status: 404 }).status).toBe(404);
  });

  it("escapes user input", () => {
    const odd = `<script>alert("1")</script> & 'so' on`;
    const html = htmlOf({ title: odd, text: odd, button: { label: odd, action: `/a?b="><script>` } });
    expect(html).not.toContain("<script");
    expect(html).toContain("<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;so&#39; on</p>");
    expect(html).toContain('action="/a?b=&quot;&gt;&lt;script&gt;"');
  });

  it("has a button when there is something to do, and only then may it send a form", () => {
    const withButton = { ...content, button: { label: "Do it", action: "/do/it" } };
    expect(htmlOf(withButton)).toContain('<form method="post" action="/do/it"><button>Do it</button></form>');
    expect(policyOf(withButton)).toContain("form-action 'self'");
    expect(htmlOf(content)).not.toContain("<form");
    expect(policyOf(content)).toContain("form-action 'none'");
  });

  it("has a policy that allows exactly its own style, and nothing from elsewhere", () => {
    const style = /<style>(.*)<\/style>/s.exec(htmlOf(content))?.[1] as string;
    const hash = createHash("sha256").update(style).digest("base64");
    expect(policyOf(content).split("; ")).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(htmlOf(content)).not.toMatch(/style=|src=|href=|url\(/);
  });

  it("may run the one script it is given, which may call us alone, and shows its elements as they are", () => {
    const live = { html: '<div id="live"></div>', script: "call();" };
    const hash = createHash("sha256").update(live.script).digest("base64");
    expect(htmlOf({ ...content, live })).toContain(
      '<p>That is all.</p>\n<div id="live"></div>\n<script>call();</script>\n</main>',
    );
    expect(
      policyOf({ ...content, live })
        .split("; ")
        .slice(2, 5),
    ).toEqual([`script-src 'sha256-${hash}'`, "connect-src 'self'", "form-action 'none'"]);
  });

  it("is kept by no cache: what it tells of may have changed something", () => {
    expect(page(content).headers["Cache-Control"]).toBe("no-store");
  });
});
