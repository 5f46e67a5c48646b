import { files } from "../../site/files/all-files.ts";
import { pages } from "../../site/pages.ts";

/** What a brokerage shows, as values for the parameters of paths. */
export type Examples = {
  /** Path of a home. */
  home: string;
  /** Id of a home without a known place, whose path has no slug. */
  unplaced: string;
  /** Slug of an agent. */
  agent: string;
  /** Path of a town. */
  town: string;
  /** Id of a home that is gone. */
  gone: string;
  /** Saved search of the person who is signed in. */
  search: number;
};

export type ExamplePage = { path: string; audience: "everyone" | "person"; status: number };

/** Pages that need a query to show something. */
const QUERIES: Record<string, string> = { "/searches/new": "?city=Boise" };

/**
 * Every page of the website with example parameters. A new page is one of them by itself; one with a parameter of a new name needs a
 * value here.
 */
export function allPages(examples: Examples): ExamplePage[] {
  const plain = pages.map(({ path, audience }) => ({
    path: examplePath(path, examples) + (QUERIES[path] ?? ""),
    audience,
    status: 200,
  }));
  const further: [string, number][] = [
    ["/homes?city=Boise&min_beds=3", 200],
    ["/homes?q=3+bedrooms+in+Boise+near+Miami&min_baths=many", 200],
    ["/homes?min_beds=9", 200],
    [`${examples.home}?print`, 200],
    [`/homes/${examples.gone}`, 410],
    ["/no-such-page", 404],
  ];
  return [...plain, ...further.map(([path, status]) => ({ path, status, audience: "everyone" as const }))];
}

/** Every path that is no HTML, but the stylesheet of the brand: its path depends on the build. */
export function allFiles(): string[] {
  return files
    .map(({ path }) => path.replace("/sitemaps/:name", "/sitemaps/homes-1.xml"))
    .filter((path) => !path.includes(":"));
}

function examplePath(pattern: string, examples: Examples): string {
  const parts = pattern.split("/");
  const isWithoutSlug = parts[1] === "homes" && !pattern.includes("/:slug");
  return parts.map((part) => exampleOf(part, parts[1] ?? "", isWithoutSlug, examples)).join("/");
}

function exampleOf(part: string, group: string, isWithoutSlug: boolean, examples: Examples): string {
  const name = /^:(\w+)/.exec(part)?.[1];
  const [, , id = "", slug = ""] = examples.home.split("/");
  const [, , state = "", city = ""] = examples.town.split("/");
  switch (name) {
    case undefined:
      return part;
    case "listing_id":
      return isWithoutSlug ? examples.unplaced : id;
    case "slug":
      return group === "agents" ? examples.agent : slug;
    case "state":
      return state;
    case "city":
      return city;
    case "id":
      return String(examples.search);
    default:
      throw new Error(`web/test/harness/all-pages.ts has no example of the parameter ${name}`);
  }
}
