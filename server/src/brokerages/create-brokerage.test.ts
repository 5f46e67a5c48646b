import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome, validationErrors } from "../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const PATH = "/api/admin/brokerages";

describe("createBrokerage", () => {
  let lintel: TestApp;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  const create = (body: unknown) => lintel.call(PATH, { method: "POST", key: admin, body });

  it("needs a slug and a name, and answers the whole brokerage with its defaults", async () => {
    const reply = await create({ slug: "oak", name: "Oak Realty" });
    expect(outcome(reply)).toEqual([
      200,
      {
        id: expect.any(Number),
        slug: "oak",
        name: "Oak Realty",
        tagline: null,
        description: null,
        address_street: null,
        address_city: null,
        address_state: null,
        address_state_abbr: null,
        address_zip: null,
        address_country: "US",
        map_center_lat: null,
        map_center_lng: null,
        map_zoom: null,
        map_bounds_north: null,
        map_bounds_south: null,
        map_bounds_east: null,
        map_bounds_west: null,
        feature_semantic_search: true,
        feature_map_search: true,
        feature_favorites: true,
        feature_contact_form: true,
        feature_virtual_tours: false,
        feature_mortgage_calculator: true,
        license_type: null,
        license_number: null,
        logo_url: null,
        logo_is_wordmark: false,
        logo_force_white: false,
        primary_color: null,
        social_facebook: null,
        social_instagram: null,
        franchise_affiliation: null,
        va_loans: false,
        military_specialist: false,
        website: null,
        hero_headline: null,
        hero_subtitle: null,
        hero_search_examples: [],
        nav_main: [],
        nav_footer: [],
        disabled_at: null,
        created_at: "2026-06-15T12:00:00.000Z",
        updated_at: "2026-06-15T12:00:00.000Z",
      },
    ]);
    expect(validationErrors(await create({}))).toEqual([
      422,
      [
        ["body.slug", "slug is required"],
        ["body.name", "name is required"],
      ],
    ]);
    expect((await lintel.call(PATH, { method: "POST", key: admin })).status).toBe(422);
  });

  it("keeps every field that is sent, and ignores those that are not the caller's to set", async () => {
    const fields = {
      slug: "full-house",
      name: "Full House",
      tagline: "Homes",
      description: "Of all kinds\nand sizes",
      address_street: "1 Main St",
      address_city: "Boise",
      address_state: "Idaho",
      address_state_abbr: "ID",
      address_zip: "83702",
      address_country: "CA",
      map_center_lat: 43.6,
      map_center_lng: -116.2,
      map_zoom: 11,
      map_bounds_north: 44,
      map_bounds_south: 43,
      map_bounds_east: -115,
      map_bounds_west: -117,
      feature_semantic_search: false,
      feature_map_search: false,
      feature_favorites: false,
      feature_contact_form: false,
      feature_virtual_tours: true,
      feature_mortgage_calculator: false,
      license_type: "Designated Broker",
      license_number: "DB-1",
      logo_url: "https://full.test/logo.svg",
      logo_is_wordmark: true,
      logo_force_white: true,
      primary_color: "#1F5c7A",
      social_facebook: "https://facebook.test/full",
      social_instagram: "http://instagram.test/full",
      franchise_affiliation: "None",
      va_loans: true,
      military_specialist: true,
      website: "https://full.test",
      hero_headline: "Find it",
      hero_subtitle: "Here",
      hero_search_examples: ["3 bedrooms", "A shop"],
      nav_main: [
        { label: "Buy", href: "/search", children: [{ label: "Map", href: "?view=map" }] },
        { label: "Call", href: "tel:+12085550100" },
      ],
      nav_footer: [{ label: "Mail", href: "mailto:a@full.test", children: [] }],
    };
    const { status, body } = await create({
      ...fields,
      id: 7,
      disabled_at: "2020-01-01T00:00:00Z",
      created_at: "2020-01-01T00:00:00Z",
      colour: "red",
      nav_main: [{ ...fields.nav_main[0], onclick: "x" }, fields.nav_main[1]],
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...fields,
      id: expect.any(Number),
      disabled_at: null,
      created_at: "2026-06-15T12:00:00.000Z",
      updated_at: "2026-06-15T12:00:00.000Z",
    });
    expect(outcome(await lintel.call(`${PATH}/${body.id}`, { key: admin }))).toEqual([200, body]);
  });

  it("trims what is typed", async () => {
    const { body } = await create({ slug: " trimmed ", name: "  Trim  ", website: " https://t.test " });
    expect([body.slug, body.name, body.website]).toEqual(["trimmed", "Trim", "https://t.test"]);
  });

  it("answers 400 to a slug that is taken, a disabled brokerage's too", async () => {
    const taken = [400, { detail: "Slug already exists" }];
    const { body } = await create({ slug: "taken", name: "First" });
    expect(outcome(await create({ slug: "taken", name: "Second" }))).toEqual(taken);
    await lintel.call(`${PATH}/${body.id}`, { method: "DELETE", key: admin });
    expect(outcome(await create({ slug: "taken", name: "Third" }))).toEqual(taken);
  });

  it("lets exactly one of many win a slug they want at the same time", async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, at) => create({ slug: "wanted", name: `Wish ${at}` })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
    for (const reply of replies.filter(({ status }) => status === 400))
      expect(reply.body.detail).toBe("Slug already exists");
  });

  it.each([
    ["slug", "Oak Realty", "slug must be a valid slug: lower case letters, digits and hyphens"],
    ["slug", "", "slug must be a valid slug: lower case letters, digits and hyphens"],
    ["slug", "a".repeat(101), "slug must be at most 100 characters"],
    ["slug", 5, "slug must be text"],
    ["name", " ", "name must not be empty"],
    ["name", null, "name must be text"],
    ["name", "n".repeat(201), "name must be at most 200 characters"],
    ["address_country", null, "address_country must be text"],
    ["map_center_lat", 90.1, "map_center_lat must be between -90 and 90"],
    ["map_center_lng", -180.5, "map_center_lng must be between -180 and 180"],
    ["map_center_lat", "43.6", "map_center_lat must be a number or null"],
    ["map_zoom", 25, "map_zoom must be between 0 and 24"],
    ["map_zoom", 1.5, "map_zoom must be an integer or null"],
    ["map_bounds_north", 91, "map_bounds_north must be between -90 and 90"],
    ["map_bounds_east", 181, "map_bounds_east must be between -180 and 180"],
    ["va_loans", "yes", "va_loans must be true or false"],
    ["va_loans", null, "va_loans must be true or false"],
    ["primary_color", "#fff", "primary_color must be a valid colour in the form #RRGGBB"],
    [
      "logo_url",
      "javascript:alert(1)",
      "logo_url must be a valid address that starts with http:// or https://",
    ],
    ["website", "full.test", "website must be a valid address that starts with http:// or https://"],
    ["website", `https://t.test/${"a".repeat(2000)}`, "website must be at most 2000 characters"],
    ["hero_search_examples", "house", "hero_search_examples must be a list"],
    ["hero_search_examples", null, "hero_search_examples must be a list"],
    ["hero_search_examples", Array(51).fill("x"), "hero_search_examples must have at most 50 items"],
    ["nav_main", {}, "nav_main must be a list"],
    ["nav_main", Array(51).fill({ label: "a", href: "/" }), "nav_main must have at most 50 items"],
  ])("refuses %s %j", async (field, value, message) => {
    const reply = await create({ slug: "fine", name: "Fine", [field]: value });
    expect(validationErrors(reply)).toEqual([422, [[`body.${field}`, message]]]);
  });

  it("refuses menus that could run code or are incomplete, naming the place", async () => {
    const link = "must be a valid link: an http or https address, a path, #, mailto: or tel:";
    const reply = await create({
      slug: "menu",
      name: "Menu",
      nav_main: [
        { label: "ok", href: "/" },
        { label: "", href: "javascript:alert(1)" },
        { label: "deep", href: "#", children: [{ label: "x", href: "JaVaScRiPt:alert(1)" }, { label: "y" }] },
        { label: "empty", href: "" },
      ],
      nav_footer: ["Home"],
    });
    expect(validationErrors(reply)).toEqual([
      422,
      [
        ["body.nav_main.1.label", "nav_main.1.label must not be empty"],
        ["body.nav_main.1.href", `nav_main.1.href ${link}`],
        ["body.nav_main.2.children.0.href", `nav_main.2.children.0.href ${link}`],
        ["body.nav_main.2.children.1.href", "nav_main.2.children.1.href is required"],
        ["body.nav_main.3.href", `nav_main.3.href ${link}`],
        ["body.nav_footer.0", "nav_footer.0 must be an object"],
      ],
    ]);
  });

  it("refuses a map upside down, and takes one that crosses the 180th meridian", async () => {
    const bounds = { map_bounds_north: 43, map_bounds_south: 44 };
    expect(validationErrors(await create({ slug: "map", name: "Map", ...bounds }))).toEqual([
      422,
      [["body.map_bounds_north", "map_bounds_north must be greater than map_bounds_south"]],
    ]);
    const across = { map_bounds_east: -170, map_bounds_west: 170 };
    expect((await create({ slug: "map", name: "Map", ...across })).status).toBe(200);
  });

  it("takes no half characters and NULs for a server error", async () => {
    const odd = await create({
      slug: "odd",
      name: "Odd \ud800",
      nav_main: [{ label: "\udc00", href: "/" }],
    });
    expect([odd.status, odd.body.name, odd.body.nav_main[0].label]).toEqual([200, "Odd \ufffd", "\ufffd"]);
    for (const body of [
      { slug: "nul", name: "a\u0000b" },
      { slug: "nul", name: "Nul", nav_main: [{ label: "a\u0000b", href: "/" }] },
    ]) {
      expect((await create(body)).status).toBe(422);
    }
  });

  it("leaves an audit row of what was made and by whom", async () => {
    const { body } = await create({ slug: "audited", name: "Audited" });
    expect(await auditOf(lintel, "brokerage", body.id)).toEqual([
      { action: "create", actor_name: "admin key", brokerage_id: body.id, before: null, after: body },
    ]);
  });
});
