import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { openVisitors, type Visitor, type VisitorFixture } from "../../../test/harness/visitor-fixture.ts";

describe("listSuggestedAgents", () => {
  let lintel: TestApp;
  let brokerage: VisitorFixture;
  let visitor: Visitor;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openVisitors(lintel, `suggesting-${++made}`);
    visitor = await brokerage.startSession();
  });

  const suggest = (query = "") => visitor.call(`/sessions/suggested-agents${query}`);
  const names = async (query = "") =>
    (await suggest(query)).body.agents.map(({ name }: { name: string }) => name);

  it("refuses while too little is known about the preferences", async () => {
    await brokerage.hire("Ann");
    expect(outcome(await suggest())).toEqual([
      400,
      { detail: "Preferences are not ready: insufficient confidence" },
    ]);
  });

  it("ranks the agent who knows what the visitor wants first, with reasons", async () => {
    await brokerage.hire("Fern", { specialties: ["Farms", "acreage and horse property"] });
    const photo = "https://photos.test/eve.jpg";
    await brokerage.hire("Eve", {
      specialties: ["Eagle", "Homes with pools"],
      email: "eve@agents.test",
      photo_url: photo,
    });
    await brokerage.hire("Cleo", { specialties: ["Downtown condos"] });
    await visitor.becomeCertain();
    const { status, body } = await suggest();
    expect([status, body.agents.length]).toEqual([200, 3]);
    const [best, ...others] = body.agents;
    expect(best).toEqual({
      id: expect.stringMatching(/^\d+$/),
      name: "Eve",
      email: "eve@agents.test",
      photo_url: photo,
      match_score: expect.any(Number),
      match_label: expect.stringMatching(/^(Excellent|Great|Good) match$/),
      best_match: true,
      reasons: expect.arrayContaining([expect.stringContaining("Eagle")]),
    });
    for (const other of others) {
      expect(other.best_match).toBe(false);
      expect(other.match_score).toBeLessThan(best.match_score);
      expect(other.reasons.length).toBeGreaterThan(0);
    }
  });

  it("returns three, or the requested number up to ten", async () => {
    for (let n = 0; n < 12; n++) await brokerage.hire(`Agent ${n}`);
    await visitor.becomeCertain();
    const counts = [];
    for (const query of ["", "?limit=1", "?limit=10"]) counts.push((await names(query)).length);
    expect(counts).toEqual([3, 1, 10]);
    for (const limit of ["0", "11", "two", "1.5", ""])
      expect((await suggest(`?limit=${limit}`)).status).toBe(422);
  });

  it("suggests only agents of this brokerage who take leads now", async () => {
    const other = await openVisitors(lintel, `suggesting-${++made}`);
    await other.hire("Elsewhere");
    await brokerage.hire("Away", { on_vacation: true });
    await brokerage.hire("Busy", { accepting_leads: false });
    await brokerage.hire("Left", { status: "inactive" });
    await brokerage.hire("Gone", { disabled_at: new Date() });
    await brokerage.hire("Here");
    await visitor.becomeCertain();
    expect(await names("?limit=10")).toEqual(["Here"]);
  });

  it("ignores rejected preferences, and uses stated ones", async () => {
    await brokerage.hire("Eve", { specialties: ["Eagle"] });
    await brokerage.hire("Nan", { specialties: ["Nampa"] });
    await visitor.becomeCertain();
    expect((await names())[0]).toBe("Eve");
    await visitor.call("/sessions/preferences/locations/Eagle/confirm", {
      method: "POST",
      body: { action: "reject" },
    });
    await visitor.call("/sessions/preferences", {
      method: "POST",
      body: { type: "locations", value: "Nampa" },
    });
    const { agents } = (await suggest()).body;
    expect(agents[0].name).toBe("Nan");
    expect(JSON.stringify(agents)).not.toContain("Knows Eagle");
  });

  it("returns an empty list without agents", async () => {
    await visitor.becomeCertain();
    expect((await suggest()).body).toEqual({ agents: [] });
  });
});
