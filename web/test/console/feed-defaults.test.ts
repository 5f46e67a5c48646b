import { expect, it } from "vitest";
import { feedDefaults as apiDefaults } from "../../../server/src/feeds/configuration/feed-defaults.ts";
import { feedDefaults } from "../../console/pages/feeds/feed-defaults.ts";

it("the form of a new feed begins with what the API takes for fields that are left out", () => {
  const { enabled: _, ...defaults } = apiDefaults;
  expect(feedDefaults).toEqual(defaults);
});
