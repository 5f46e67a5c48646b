import { describe, expect, it } from "vitest";
import { cacheKeyOf } from "../site/frame/cache-key.ts";
import { definePage } from "../site/frame/page.ts";
import { createPageRouter } from "../site/frame/router.ts";

const page = (path: string, audience: "everyone" | "person", parameters: string[] = []) =>
  definePage({
    path,
    audience,
    parameters,
    load: async () => ({ head: { title: path }, data: null }),
    View: () => null,
  });

describe("the key of a page in the cache", () => {
  const pages = [
    page("/list", "everyone", ["city", "page"]),
    page("/agents/:slug", "everyone"),
    page("/account", "person"),
  ];
  const router = createPageRouter(pages, []);
  const key = (target: string, method: "GET" | "POST" = "GET") => cacheKeyOf(router, { method, target });

  it("has the parameters that the page reads, in any order and among any others", () => {
    expect(key("/list?page=2&city=Boise&gclid=1")).toBe(key("/list?utm_source=x&city=Boise&page=2"));
    expect(key("/list?city=Boise")).not.toBe(key("/list?city=Nampa"));
    expect(key("/list?city=Boise&city=Nampa")).not.toBe(key("/list?city=Boise"));
    expect(key("/list?city=Boise%26page=2")).not.toBe(key("/list?city=Boise&page=2"));
    expect(key("/agents/ann?x=1")).toBe(key("/agents/ann"));
  });

  it("is missing for what must not be shared or is not there", () => {
    expect(key("/account")).toBeNull();
    expect(key("/list", "POST")).toBeNull();
    for (const target of ["/none", "/list/", "//list", "/agents/%zz", `/list?city=${"x".repeat(2000)}`])
      expect([target, key(target)]).toEqual([target, null]);
  });
});
