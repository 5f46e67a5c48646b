import { describe, expect, it } from "vitest";
import { importFields } from "../../listings/index.ts";
import { mappedFields } from "./mapped-fields.ts";

describe("mappedFields", () => {
  it("has each field that the import reads, and no other", () => {
    expect([...mappedFields.keys()].toSorted()).toEqual(importFields.map(({ name }) => name).toSorted());
  });
});
