import { facetNames, MAX_FACET_VALUES } from "../src/listings/facets/facet-table.ts";
import { filterParameters } from "../src/listings/filters/filter-fields.ts";
import {
  featureFilters,
  listFilters,
  rangeFilters,
  rangeSettings,
  singleFilters,
} from "../src/listings/filters/filter-table.ts";

type Described = { description?: string; enum?: string[]; items?: Described };

const INTRODUCTION = `# The filters of listings

\`GET /api/properties\` takes these parameters, \`POST /api/properties/search\` the same as JSON. All of them must hold. Text ignores
case. An unknown parameter is refused with the name of the nearest one. A listing without a value is in no range of it, unless
\`include_unknown=true\`. Made from \`server/src/listings/filters/\`; a test keeps it current.

\`\`\`bash
curl 'http://localhost:8000/api/properties?city=Boise,Eagle&features=garage,fenced_yard&max_price_per_sqft=350'
curl -G http://localhost:8000/api/properties --data-urlencode \\
  'polygon={"type":"Polygon","coordinates":[[[-116.4,43.5],[-116.1,43.5],[-116.1,43.7],[-116.4,43.7],[-116.4,43.5]]]}'
\`\`\`
`;

const PAGING = `## Pages

\`page\` and \`page_size\` take pages by number. \`cursor\`, which is the \`next_cursor\` of a page, goes on behind its last listing: no
listing that does not change itself is repeated or missed, however many others change meanwhile. \`total\` is exact on each page.
Replies to a GET have an ETag; replies of a kilobyte and more are compressed (br, gzip) for callers that accept it.
`;

const FACETS = `## Facets

\`facets=${facetNames.join()}\` adds \`facets\`: how many listings each value of these would give. Each counts what would match if
its own filter were lifted, so that a visitor sees what else there is; \`features\` must all be there, so that its filter stays. Text
comes by count, then by value; numbers ascend; at most ${MAX_FACET_VALUES} values. Prices and years come in bands, whose ends are both
inclusive: \`min_price\` and \`max_price\` of a band give exactly its count. Unknown values are not counted. A facet is missing where the
drawn \`polygon\` has too many edges beside one another for the listings that its own filter leaves out.
`;

const NEAR_MISSES = `## Near misses

\`near_misses=true\` adds \`near_misses\` to a search with fewer than ten matches: up to five single changes that give more, most first,
each with its exact \`total\`. A bound moves by a quarter, that of a count (beds, baths, stories, garage spaces) by one and that of a year
by ten at most; a list, a value or a day of open houses is lifted
(\`to: null\`), \`state\` becomes \`any\`, \`features\` loses one, and an area is wider by a quarter
(\`box\` stands for its four parameters). A search in plain words that finds nothing has them too: \`POST /api/search/semantic\` and
\`POST /api/search/multimodal\`. They count what that search would find, without the features that the query refuses, and none are
proposed where the filters leave listings; where no such change gives anything, bounds are lifted whole.

## Why a listing is shown or not

\`GET /api/properties/{listing_id}/why\` takes the same filters and checks each against the listing: what is \`wanted\`, what the listing
\`has\`, and whether the filter \`holds\`. \`matches\` says whether the list with these filters has it.

## With plain words

\`POST /api/search/semantic\` and \`POST /api/search/multimodal\` take all filters as \`filters\`. They win over the fields beside them and
over what the query says of the same property: \`max_beds\` over \`min_beds\`, \`zip\` over "in Meridian" and "not in Meridian",
\`property_subtype\` over "no condos", \`features=pool\` over "no pool". What they override is in \`interpreted.not_applied\`; what the query
says of others stays. Lists may be texts,
with commas between their values, so \`interpreted.filters\` of a reply can be sent back as they are. Without \`state\`, every state is
searched.

A garage or storeys that the query asks for match a listing that says nothing of them, as \`include_unknown_of\` of
\`interpreted.filters\` says: it ranks lower, and its \`unknown\` names what is not known. Filters of the request stay strict. Fewer than
five results above the least similarity are filled with the nearest listings that the filters leave, each with \`weak: true\`. What
the query is compared as is in \`interpreted.compared_as\`: misspelled words, purposes ("repair cars" as a workshop) and what is not
wanted ("no carpet" as hardwood floors).

\`interpreted.not_applied\` names what changed nothing: places and postal codes that no listing has, alternatives of different kinds
("Boise or 83651"), what is not needed ("I don't need a garage"), and wishes that none of the listings has which the filters leave
("pool in Kuna"). Joined values of one filter are alternatives ("83702 or 83704", "active or pending", "condo or townhouse"). "Near
Eagle" ranks homes near Eagle first and leaves none out. Listings of sources that allow no models are found where filters state all
of a query ("condo under 400k"). What a home is wanted for ("place to repair cars") ranks homes before commercial property, unless a
property type is named.
`;

const KEYWORDS = `## Keywords

A word is what stands between other characters than letters, digits and apostrophes within: \`pool-side\` is two words, \`owner's\` is
one, and \`pool\` does not find \`pools\`. All of them must be in the description or the address of a listing, as visitors see them.
After an import of thousands of listings, their words are made in the background: until then a search finds the listings whose
words are ready.

## Open houses

\`GET /api/open-houses\` takes the same filters, and \`from\` and \`to\` (local days, inclusive): open houses for the public, soonest first, until
they end. Its pages have a \`cursor\` as those of listings. \`date\` is the local day on which one begins, also where its source gives no times.
\`GET /api/open-houses/{id}.ics\` is one of them for a calendar, in the time zone at the listing's position.
`;

/** docs/search.md. */
export function listingFiltersPage(): string {
  const bounds = Object.entries(rangeFilters).map(([name, { description }]) => [
    `min_${name}`,
    `max_${name}`,
    description,
  ]);
  return [
    INTRODUCTION,
    "## Lists\n\nSeveral values are separated by commas, or the parameter is repeated. A listing has one of them, where nothing else is said.\n",
    table(
      ["parameter", "", "values"],
      Object.keys({ ...listFilters, ...featureFilters, ...rangeSettings }).map(ofList),
    ),
    "## Numbers\n\nBoth ends are inclusive.\n",
    table(
      ["at least", "at most", ""],
      bounds.map(([min, max, description]) => [code(min), code(max), description as string]),
    ),
    "## One value\n",
    table(["parameter", ""], ["state", ...Object.keys(singleFilters)].map(ofSingle)),
    "## Areas\n\nOne of the three.\n",
    table(
      ["area", "parameters"],
      [
        ["a box", ["min_lat", "max_lat", "min_lng", "max_lng"].map(code).join(", ")],
        ["a radius", ["center_lat", "center_lng", "radius_miles"].map(code).join(", ")],
        ["a polygon", `${code("polygon")}: ${describe("polygon").description}`],
      ],
    ),
    KEYWORDS,
    FACETS,
    NEAR_MISSES,
    PAGING,
  ].join("\n");
}

function ofList(name: string): string[] {
  const { description = "", items } = describe(name);
  return [code(name), description, items?.enum?.map(code).join(", ") ?? ""];
}

function ofSingle(name: string): string[] {
  return [code(name), describe(name).description ?? ""];
}

function describe(name: string): Described {
  return filterParameters[name as keyof typeof filterParameters] as Described;
}

function code(text: string | undefined): string {
  return `\`${text}\``;
}

function table(titles: string[], rows: string[][]): string {
  const lines = [titles, titles.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return `${lines.join("\n")}\n`;
}
