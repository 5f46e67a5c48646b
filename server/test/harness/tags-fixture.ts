import { LEADS, type LeadFixture, openLeads } from "./lead-fixture.ts";
import type { Reply, TestApp } from "./test-app.ts";

type ListedTag = { id: number; name: string; leads: number };

/** A brokerage whose leads get tags, from its broker unless another key is given. */
export type TagsFixture = {
  brokerage: LeadFixture;
  set(lead: number, tags: string[], key?: string): Promise<Reply>;
  one(method: "PUT" | "DELETE", lead: number, tag: string, key?: string): Promise<Reply>;
  list(key?: string, query?: string): Promise<ListedTag[]>;
  idOf(name: string): Promise<number>;
  /** The ids of the leads that the list finds by a tag, oldest first. */
  tagged(tag: string, key?: string): Promise<number[]>;
};

export async function openTags(lintel: TestApp, slug: string): Promise<TagsFixture> {
  const brokerage = await openLeads(lintel, slug);
  const list: TagsFixture["list"] = async (key = brokerage.broker, query = "") =>
    (await lintel.call(`${LEADS}/tags${query}`, { key })).body.items;
  return {
    brokerage,
    list,
    set: (lead, tags, key = brokerage.broker) =>
      lintel.call(`${LEADS}/${lead}/tags`, { method: "PUT", key, body: { tags } }),
    one: (method, lead, tag, key = brokerage.broker) =>
      lintel.call(`${LEADS}/${lead}/tags/${encodeURIComponent(tag)}`, { method, key }),
    idOf: async (name) => (await list()).find((tag) => tag.name === name)?.id as number,
    tagged: async (tag, key = brokerage.broker) =>
      (await lintel.call(`${LEADS}?tag=${encodeURIComponent(tag)}&sort=created_at`, { key })).body.items.map(
        ({ id }: { id: number }) => id,
      ),
  };
}
