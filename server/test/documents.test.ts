import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { feedErrorCodes } from "../src/feeds/client/feed-error.ts";
import { readConfig, settings } from "../src/platform/config/config.ts";

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path: string) => readFileSync(root(path), "utf8");

describe("the documents are true", () => {
  it(".env.example names every setting, and no other", () => {
    const named = [...read(".env.example").matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1] as string);
    expect(named.toSorted()).toEqual(Object.keys(settings).toSorted());
  });

  it.each([
    ...["README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/features.md"],
    ...["docs/feeds.md", "docs/glossary.md", "docs/operations.md", "docs/website.md"],
  ])("every path that %s names exists", (document) => {
    const text = read(document);
    const inCode = [
      ...text.matchAll(/`((?:server|client|web|bench|docs|scripts|examples|\.ci)\/[\w./-]*)`/g),
    ];
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map((match) => [
      match[0],
      document.includes("/") ? `docs/${match[1]}` : match[1],
    ]);
    const missing = [...inCode, ...links]
      .map((match) => match[1] as string)
      .filter((path) => !existsSync(root(path)));
    expect(missing).toEqual([]);
  });

  it("every file name without a path in docs/architecture.md is that of a file", () => {
    const folders = ["server", "client", "web", "demo", "bench", "local-models"];
    const names = new Set(
      folders.flatMap((folder) =>
        readdirSync(root(folder), { recursive: true, encoding: "utf8" })
          .filter((path) => !path.includes("node_modules"))
          .map((path) => basename(path)),
      ),
    );
    const named = [...read("docs/architecture.md").matchAll(/`(?:[\w-]+\/)*([\w-][\w.-]*\.ts)`/g)];
    expect(named.length).toBeGreaterThan(200);
    expect(named.map((match) => match[1] as string).filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(["CONTRIBUTING.md", "docs/architecture.md"])(
    "every heading that %s links to exists",
    (document) => {
      const links = [...read(document).matchAll(/\]\((docs\/architecture\.md)?#([\w-]+)\)/g)];
      const headings = [...read("docs/architecture.md").matchAll(/^#+ (.*)$/gm)].map((match) =>
        (match[1] as string)
          .toLowerCase()
          .replaceAll(/[^\w\- ]/g, "")
          .replaceAll(" ", "-"),
      );
      expect(links.length).toBeGreaterThan(0);
      expect(links.map((match) => match[2] as string).filter((anchor) => !headings.includes(anchor))).toEqual(
        [],
      );
    },
  );

  it("every message of the table Troubleshooting is one that the code writes", () => {
    const table = read("docs/operations.md").split("## Troubleshooting")[1] as string;
    const messages = table
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .map((line) => /^\| `([^`]+)`/.exec(line)?.[1] as string);
    expect(messages.length).toBeGreaterThan(12);
    const code = ["server/src", "scripts"]
      .flatMap((folder) =>
        readdirSync(root(folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
      )
      .filter((path) => /(?<!\.test)\.(ts|mjs)$/.test(path))
      .map((path) => read(path))
      // As the table writes what differs each time.
      .map((text) => text.replaceAll(/\$\{[^}]*\}/g, "…"));
    const inCode = (message: string) => message.replaceAll(/\b(N|8000)\b/g, "…");
    const missing = messages.filter((message) => !code.some((text) => text.includes(inCode(message))));
    // The message of a setting is put together of its name and what it must be.
    expect(missing).toEqual(["NAME must be …"]);
    expect(() => readConfig({ PORT: "eighty" })).toThrow(/^PORT must be /);
  });

  it("docs/feeds.md says what to do about each error of a feed, and about no other", () => {
    const table = read("docs/feeds.md").split("## Errors")[1] as string;
    const codes = [...table.matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1] as string);
    expect(codes.toSorted()).toEqual(feedErrorCodes.toSorted());
  });

  it("every npm script that a document names exists", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const documents = ["README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/operations.md"]
      .map(read)
      .join("\n");
    const named = [...documents.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1] as string);
    expect(named.filter((name) => !scripts[name])).toEqual([]);
  });
});
