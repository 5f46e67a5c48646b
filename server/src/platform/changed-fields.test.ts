import { expect, it } from "vitest";
import { changedFields } from "./changed-fields.ts";

it.each([
  [{ name: "Ann", weight: 1 }, { name: "Ann", weight: 2 }, { weight: 2 }],
  [{ tags: ["a", "b"] }, { tags: ["a", "b"] }, {}],
  [{ tags: ["a", "b"] }, { tags: ["b", "a"] }, { tags: ["b", "a"] }],
  [{ bio: null }, { bio: null }, {}],
  [{ bio: null }, { bio: "" }, { bio: "" }],
  [{ bio: "x" }, { bio: null }, { bio: null }],
  [{ menu: [{ href: "/", label: "A" }] }, { menu: '[{"label":"A","href":"/"}]' }, {}],
  [{ menu: [] }, { menu: '[{"label":"A"}]' }, { menu: '[{"label":"A"}]' }],
  [{ menu: null }, { menu: "[]" }, { menu: "[]" }],
])("of %j, the edit %j changes %j", (now, edited, changed) => {
  expect(changedFields(now, edited)).toEqual(changed);
});
