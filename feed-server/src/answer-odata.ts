import type { IncomingHttpHeaders } from "node:http";
import type { Behaviours } from "./behaviours.ts";
import type { FeedServer } from "./feed-server.ts";
import type { Media } from "./media.ts";
import { listPage } from "./odata/list.ts";
import { metadata } from "./odata/metadata.ts";
import { ODataError } from "./odata/odata-error.ts";
import { type FeedRecord, type ResourceName, resources } from "./resources.ts";

export type ODataAnswer = { body: string; headers: Record<string, string> };

const JSON_HEADERS = { "Content-Type": "application/json;odata.metadata=minimal", "OData-Version": "4.0" };

/** GET below the base address: the service document, $metadata, a list, or one record by its key. */
export function answerOData(
  feed: FeedServer,
  media: Media,
  url: URL,
  headers: IncomingHttpHeaders,
): ODataAnswer {
  const { behaviours } = feed;
  const path = decodeURIComponent(url.pathname).replace(/^\/odata\/?/, "");
  if (path === "")
    return json({ value: behaviours.resources.map((name) => ({ name, kind: "EntitySet", url: name })) });
  if (path === "$metadata") {
    const fields = { missing: behaviours.missing_fields, unknown: behaviours.unknown_fields };
    return { body: metadata(behaviours.resources, fields), headers: { "Content-Type": "application/xml" } };
  }
  const [, name = "", key] = /^(\w+)(?:\('((?:[^']|'')*)'\))?$/.exec(path) ?? [];
  if (!behaviours.resources.includes(name as ResourceName))
    throw new ODataError(404, `There is no resource ${name}`);
  if (name === "EntityEvent" && !behaviours.entity_event_readable)
    throw new ODataError(403, "EntityEvent is not licensed");
  const shape = shapeOf(feed, media, name as ResourceName, url);
  if (key !== undefined) {
    const record = behaviours.empty
      ? undefined
      : feed.market.get(name as ResourceName, key.replaceAll("''", "'"));
    if (!record) throw new ODataError(404, `There is no ${name} ${key}`);
    return json({ "@odata.context": `${feed.baseUrl}/$metadata#${name}/$entity`, ...shape(record) });
  }
  return answerList(feed, name as ResourceName, { url, headers, shape });
}

function answerList(
  feed: FeedServer,
  name: ResourceName,
  {
    url,
    headers,
    shape,
  }: { url: URL; headers: IncomingHttpHeaders; shape: (record: FeedRecord) => FeedRecord },
): ODataAnswer {
  const preferred = /odata\.maxpagesize=(\d{1,9})/.exec(String(headers.prefer ?? ""))?.[1];
  const page = listPage(feed.market, name, url.searchParams, {
    behaviours: feed.behaviours,
    maxPageSize: preferred === undefined ? null : Number(preferred),
    now: feed.now(),
  });
  const answer = json({
    "@odata.context": `${feed.baseUrl}/$metadata#${name}`,
    ...(page.count !== null && { "@odata.count": page.count }),
    value: page.records.map(shape),
    ...(page.next !== null && { "@odata.nextLink": nextLink(feed, url, page.next) }),
  });
  if (preferred !== undefined) answer.headers["Preference-Applied"] = `odata.maxpagesize=${preferred}`;
  return answer;
}

function nextLink({ behaviours, origin }: FeedServer, url: URL, token: string): string {
  const query = new URLSearchParams(url.searchParams);
  query.set("$skiptoken", token);
  // A relative link is resolved against the address of the request.
  return behaviours.relative_next_link
    ? `${url.pathname.split("/").at(-1)}?${query}`
    : `${behaviours.next_link_origin ?? origin}${url.pathname}?${query}`;
}

/** What is shown of a record: its fields, those that are selected, and its Media where they are asked for. */
function shapeOf(
  feed: FeedServer,
  media: Media,
  name: ResourceName,
  url: URL,
): (record: FeedRecord) => FeedRecord {
  const { behaviours, market, origin } = feed;
  const selected = url.searchParams.get("$select")?.split(",") ?? null;
  for (const field of selected ?? [])
    if (!(field in resources[name].fields)) throw new ODataError(400, `${name} has no field ${field}`);
  const expands = readExpand(name, url.searchParams.get("$expand"));
  const now = feed.now();
  return (record) => ({
    ...visible(
      name === "Media" ? withAddress(media, origin, record, behaviours, now) : record,
      behaviours,
      selected,
    ),
    ...(expands && {
      Media: market
        .mediaOf(String(record.ListingKey))
        .map((each) => visible(withAddress(media, origin, each, behaviours, now), behaviours, null)),
    }),
  });
}

function readExpand(name: ResourceName, expand: string | null): boolean {
  if (expand === null) return false;
  if (name !== "Property" || !/^Media(\(.*\))?$/.test(expand))
    throw new ODataError(400, `$expand=${expand} is not supported`);
  return true;
}

function withAddress(
  media: Media,
  origin: string,
  record: FeedRecord,
  behaviours: Behaviours,
  now: number,
): FeedRecord {
  const { file, ...fields } = record;
  return { ...fields, MediaURL: media.address(origin, { file, MediaKey: record.MediaKey }, behaviours, now) };
}

function visible(
  record: FeedRecord,
  { missing_fields, unknown_fields }: Behaviours,
  selected: string[] | null,
): FeedRecord {
  const names = selected ?? Object.keys(record);
  const shown = names
    .filter((name) => !missing_fields.includes(name))
    .map((name) => [name, record[name] ?? null]);
  return {
    ...Object.fromEntries(shown),
    ...(selected === null &&
      Object.fromEntries(unknown_fields.map((name) => [name, "a value of no dictionary"]))),
  };
}

function json(body: object): ODataAnswer {
  return { body: JSON.stringify(body), headers: { ...JSON_HEADERS } };
}
