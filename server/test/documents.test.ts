import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { feedErrorCodes } from "../src/feeds/client/feed-error.ts";
import { readConfig, settings } from "../src/platform/config/config.ts";
import { slices } from "../src/slices.ts";

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path: string) => readFileSync(root(path), "utf8");

/** Every page that people read, from the root of the checkout. */
const documents = [
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "client/README.md", "feed-server/README.md"],
  ...readdirSync(root("docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => `docs/${path}`)
    .toSorted(),
];

/** A page without its code blocks, whose brackets are no links and whose `#` are no headings. */
const prose = (path: string) => read(path).replaceAll(/^```.*?^```/gms, "");

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (path: string) =>
  [...prose(path).matchAll(/^#+ (.*)$/gm)].map((match) =>
    (match[1] as string)
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );

/** Files and folders of the tree in docs/architecture.md, which indents what is in a folder. */
function namedInTree(): string[] {
  const tree = read("docs/architecture.md").split("## Folders")[1]?.split("```")[1] as string;
  const parents: string[] = [];
  return [...tree.matchAll(/^( {0,4})([\w-]+(?:\/|\.ts))(?: .*)?$/gm)].map(([, indent = "", name = ""]) => {
    parents.length = indent.length / 2;
    parents.push(name);
    return parents.join("");
  });
}

const routes = slices.flatMap(({ routes }) =>
  routes.map(({ method, path }) => ({ method: method as string, segments: path.split("/") })),
);

/** Whether the API has a route at a path, which may name a record; without a method also one of which the path is the beginning. */
const isRoute = (method: string | undefined, path: string) => {
  const segments = path.split("/");
  return routes.some(
    (route) =>
      (method === undefined || (method === route.method && segments.length === route.segments.length)) &&
      segments.every((segment, at) => segment === route.segments[at] || route.segments[at]?.startsWith("{")),
  );
};

describe("the documents are true", () => {
  it(".env.example names every setting, and no other", () => {
    const named = [...read(".env.example").matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1] as string);
    expect(named.toSorted()).toEqual(Object.keys(settings).toSorted());
  });

  it.each(documents)("every path and link of %s leads somewhere", (document) => {
    const inCode = [
      ...read(document).matchAll(
        /`((?:server|client|web|bench|demo|docs|deploy|scripts|examples|openapi|\.ci)\/[\w./-]*)`/g,
      ),
    ]
      .map((match) => match[1] as string)
      // Made by a build.
      .filter((path) => !path.includes("/dist/"));
    const links = [...prose(document).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)[^)]*\)/g)].map((match) => {
      const [path = "", anchor] = (match[1] as string).split("#");
      return { path: path === "" ? document : join(dirname(document), path), anchor };
    });
    expect([...inCode, ...links.map(({ path }) => path)].filter((path) => !existsSync(root(path)))).toEqual(
      [],
    );
    const lost = links.filter(
      ({ path, anchor }) => anchor !== undefined && path.endsWith(".md") && !anchorsOf(path).includes(anchor),
    );
    expect(lost).toEqual([]);
  });

  it.each(documents)("every route of the API that %s names exists", (document) => {
    const named = [
      ...read(document).matchAll(
        /(?:\b(GET|POST|PUT|PATCH|DELETE) )?(?<![a-z])(\/api\/[\w./{}-]*[\w}])(?=([/…$]*))/g,
      ),
    ];
    const missing = named.filter(
      ([, method, path = "", rest]) => !isRoute(rest ? undefined : method, path.replace(/\.$/, "")),
    );
    expect(missing.map(([text]) => text)).toEqual([]);
  });

  it("the tree in docs/architecture.md has every part of server/src, and only what exists", () => {
    const named = namedInTree();
    expect(named.filter((path) => !existsSync(root(path)))).toEqual([]);
    const parts = readdirSync(root("server/src"), { withFileTypes: true })
      .filter(({ name }) => !name.endsWith(".test.ts"))
      .map((entry) => `server/src/${entry.name}${entry.isDirectory() ? "/" : ""}`);
    expect(parts.filter((path) => !named.includes(path))).toEqual([]);
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
    const texts = documents.map(read).join("\n");
    // `-w web` names a script of a workspace.
    const named = [...texts.matchAll(/npm run (?:-s )?([\w:-]+)(?! -w)\b/g)].map(
      (match) => match[1] as string,
    );
    expect(named.filter((name) => !scripts[name])).toEqual([]);
  });
});
