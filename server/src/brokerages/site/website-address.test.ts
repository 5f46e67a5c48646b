import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { addBrokerageDomain } from "../domains/add-brokerage-domain.ts";
import { websiteAddress } from "./website-address.ts";

describe("websiteAddress", () => {
  let lintel: TestApp;
  let brokerageId: number;
  beforeAll(async () => {
    lintel = await startTestApp({ PUBLIC_API_URL: "http://api.test:8000" });
    ({ id: brokerageId } = await lintel.createTenant("north"));
  });
  afterAll(() => lintel.close());

  const address = (website: string | null, isServed = true, id = brokerageId) => {
    const { db, config } = lintel.ctx;
    return websiteAddress({ db, config: { ...config, website: isServed } }, { brokerageId: id, website });
  };

  it("is the website that the brokerage names, else its domain where this server serves it", async () => {
    expect(await address("https://north.example/site/")).toBe("https://north.example/site/");
    expect(await address(null)).toBe("https://north.test");
    expect(await address("")).toBe("https://north.test");
    expect(await address(null, false)).toBeNull();
  });

  it("is on this machine where the brokerage has no other domain", async () => {
    const { id } = await lintel.createTenant("demo");
    expect(await address(null, true, id)).toBe("https://demo.test");
    await lintel.database.db.deleteFrom("brokerage_domains").where("brokerage_id", "=", id).execute();
    expect(await address(null, true, id)).toBeNull();
    await addBrokerageDomain(lintel.ctx, { brokerage_id: id, domain: "localhost" });
    expect(await address(null, true, id)).toBe("http://localhost:8000");
  });
});
