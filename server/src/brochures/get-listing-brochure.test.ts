import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { collisions, type Pdf, readPdf, textOf } from "../../test/harness/read-pdf.ts";
import { sampleJpeg } from "../../test/harness/sample-photos.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { startWebServer, type WebServer } from "../../test/harness/web-server.ts";

const HOUR = 3_600_000;

describe("getListingBrochure", () => {
  let lintel: TestApp;
  let market: Market;
  let web: WebServer;
  const responses = new Map<string, Buffer>();

  beforeAll(async () => {
    web = await startWebServer((request, response) => {
      const photo = responses.get(request.url ?? "");
      response.writeHead(photo ? 200 : 404).end(photo);
    });
    lintel = await startTestApp({
      OUTBOUND_ALLOW: "127.0.0.1",
      PUBLIC_API_URL: "https://api.test",
      RATE_LIMITS: "off",
      LOG_LEVEL: "silent",
    });
    market = await openMarket(lintel, "brochures", []);
  });
  afterAll(async () => {
    await lintel.close();
    await web.close();
  });

  const ask = async (path: string, host = market.host) => {
    const { statusCode, headers, rawPayload } = await lintel.app.inject({ url: path, headers: { host } });
    return { status: statusCode, headers, bytes: rawPayload };
  };
  const bytesOf = async (path: string, host?: string): Promise<Buffer> => {
    const reply = await ask(path, host);
    expect([path, reply.status]).toEqual([path, 200]);
    return reply.bytes;
  };
  const brochure = async (path: string, host?: string): Promise<Pdf> => {
    const pdf = await readPdf(await bytesOf(path, host));
    expect(collisions(pdf.pages)).toEqual([]);
    return pdf;
  };
  const pdfOf = (id: string, query = "") => `/api/properties/${encodeURIComponent(id)}/pdf${query}`;
  /** So many photos on the photo server, under a name. */
  const shoot = async (name: string, count: number) => {
    const urls = Array.from({ length: count }, (_each, at) => `/${name}/${at}.jpg`);
    for (const [at, url] of urls.entries())
      responses.set(url, await sampleJpeg(300, 200, name.length * 100 + at));
    return urls.map((url) => web.url + url);
  };
  const media = (urls: string[]) => urls.map((MediaURL, Order) => ({ MediaURL, Order }));
  const setBrokerage = (fields: object, id = market.brokerageId) =>
    lintel.database.db.updateTable("brokerages").set(fields).where("id", "=", id).execute();

  describe("the reply", () => {
    it("is a PDF that a browser shows, and saves under the listing's id", async () => {
      await market.import([home({ ListingId: "plain" })]);
      const { status, headers, bytes } = await ask(pdfOf("plain"));
      expect([status, headers["content-type"]]).toEqual([200, "application/pdf"]);
      expect(headers["content-disposition"]).toBe('inline; filename="listing-plain.pdf"');
      expect(Number(headers["content-length"])).toBe(bytes.length);
      expect(bytes.toString("latin1", 0, 5)).toBe("%PDF-");
    });

    it("answers HEAD as GET, without the body", async () => {
      await market.import([home({ ListingId: "head" })]);
      const get = await ask(pdfOf("head"));
      const head = await lintel.call(pdfOf("head"), { method: "HEAD", host: market.host });
      expect([head.status, head.text]).toEqual([200, ""]);
      for (const name of ["content-type", "content-length", "content-disposition"]) {
        expect(head.headers[name]).toBe(get.headers[name]);
      }
    });

    it.each([
      ["A/1", "listing-A-1.pdf"],
      ['a"b\\c', "listing-a-b-c.pdf"],
      ["näh #7", "listing-n-h-7.pdf"],
      ["../../x", "listing-..-..-x.pdf"],
      ["x".repeat(100), `listing-${"x".repeat(80)}.pdf`],
    ])("makes a file name of the id %j that no header and no disk minds", async (id, name) => {
      await market.import([home({ ListingId: id })]);
      const { status, headers } = await ask(pdfOf(id));
      expect([status, headers["content-disposition"]]).toEqual([200, `inline; filename="${name}"`]);
    });
  });

  describe("what it says", () => {
    it("tells of the listing, whose it is, and the brokerage that shows it", async () => {
      await setBrokerage({
        name: "Sawtooth Realty",
        primary_color: "#1F5C7A",
        license_type: "Designated Broker",
        license_number: "DB-777",
        address_city: "Boise",
        address_state_abbr: "ID",
        website: "https://www.sawtooth.test/",
      });
      await market.import([
        home({
          ListingId: "full-1",
          ListPrice: 512_345.67,
          BathroomsHalf: 1,
          LotSizeAcres: 0.31,
          YearBuilt: 1987,
          UnparsedAddress: "12 Oak St",
          PostalCode: "83702",
          CountyOrParish: "Ada",
          PropertySubType: "SingleFamilyResidence",
          GarageSpaces: 2,
          Stories: 1.5,
          PublicRemarks: "Bright and quiet,\nwith a view.",
          Appliances: ["Dishwasher"],
          View: "Foothills",
          ListAgentFullName: "Pat Pine",
          ListAgentPreferredPhone: "208-555-0111",
          ListOfficeName: "Pine Realty",
        }),
      ]);
      const pdf = await brochure(pdfOf("full-1"));
      expect(pdf.title).toBe("12 Oak St, Boise, ID 83702");
      const text = textOf(pdf.pages);
      for (const words of [
        "$512,346",
        "$285 per sq ft",
        "3 Bedrooms",
        "2.5 Bathrooms",
        "1,800 Square feet",
        "0.31 Acres",
        "1987 Year built",
        "2 Garage spaces",
        "MLS number full-1",
        "Status Active",
        "Property type Single Family Residence",
        "County Ada",
        "Stories 2",
        "Listed June 1, 2026",
        "Days on market 14",
        "Bright and quiet, with a view.",
        "Dishwasher Foothills View",
        "PRESENTED BY Sawtooth Realty",
        "sawtooth.test",
        "Listing courtesy of Pine Realty · Pat Pine, 208-555-0111",
        "Sawtooth Realty · Licensed: Designated Broker DB-777 · Boise, ID · Equal Housing Opportunity",
        "Prepared June 15, 2026",
        "Page 1 of 1",
      ]) {
        expect(text).toContain(words);
      }
      expect(pdf.pages[0]?.links).toContain("https://www.sawtooth.test/properties/full-1");
      await setBrokerage({ website: null });
      expect((await brochure(pdfOf("full-1"))).pages[0]?.links).toContain(
        `https://api.test/api/properties/full-1?brokerage_id=${market.brokerageId}`,
      );
    });

    it("says nothing of what is not known", async () => {
      await market.import([{ ListingId: "bare", StandardStatus: "Active", PropertyType: "Land" }]);
      const text = textOf((await brochure(pdfOf("bare"))).pages);
      expect(text).toContain("Price on request");
      expect(text).toContain("Property type Land");
      expect(text).not.toMatch(/null|undefined|NaN|Bedroom|Listing courtesy|\$/);
    });

    it("keeps a hidden address hidden", async () => {
      await market.import([
        home({
          ListingId: "hidden",
          UnparsedAddress: "99 Secret Lane",
          StreetNumber: "99",
          StreetName: "Secret",
          InternetAddressDisplayYN: false,
        }),
      ]);
      const bytes = await bytesOf(pdfOf("hidden"));
      const pdf = await readPdf(bytes);
      expect(textOf(pdf.pages)).toContain("Street address available on request");
      expect(textOf(pdf.pages) + pdf.title).not.toMatch(/Secret|99 /);
      expect(pdf.title).toBe("Boise, ID");
    });

    it("loses no word of a description of 4,000 characters", async () => {
      const words = Array.from({ length: 1000 }, (_each, at) => `w${at}`)
        .join(" ")
        .slice(0, 4000)
        .trim();
      await market.import([home({ ListingId: "long", PublicRemarks: words })]);
      const pdf = await brochure(pdfOf("long"));
      const printed = textOf(pdf.pages).split(" ");
      expect(words.split(" ").filter((word) => !printed.includes(word))).toEqual([]);
    });

    it("prints a sold listing as Sold, with its day", async () => {
      await market.import([home({ ListingId: "sold", StandardStatus: "Closed", CloseDate: "2026-06-10" })]);
      const text = textOf((await brochure(pdfOf("sold"))).pages);
      expect(text).toContain("SOLD");
      expect(text).toContain("Sold June 10, 2026");
    });
  });

  describe("the agent", () => {
    it("stands on it when one is named, with photo, phone and email", async () => {
      await market.import([home({ ListingId: "branded" })]);
      const [photo_url] = await shoot("agent", 1);
      const { id } = await lintel.createAgent(market.brokerageId, {
        name: "Ann Agent",
        phone: "+12085550100",
        email: "ann@agents.test",
        photo_url: photo_url as string,
      });
      const [without, branded] = [
        await brochure(pdfOf("branded")),
        await brochure(pdfOf("branded", `?agent_id=${id}`)),
      ];
      expect(textOf(without.pages)).not.toContain("Ann Agent");
      const text = textOf(branded.pages);
      for (const words of ["YOUR AGENT", "Ann Agent", "(208) 555-0100", "ann@agents.test"]) {
        expect(text).toContain(words);
      }
      expect([without.images, branded.images]).toEqual([0, 1]);
      expect(branded.pages[0]?.links).toEqual(
        expect.arrayContaining(["tel:+12085550100", "mailto:ann@agents.test"]),
      );
    });

    it("answers 404 for an agent who is unknown, inactive or disabled, and for another tenant's", async () => {
      await market.import([home({ ListingId: "unbranded" })]);
      const other = await lintel.createTenant("other-agents");
      const agents = await Promise.all([
        lintel.createAgent(other.id),
        lintel.createAgent(market.brokerageId, { status: "inactive" }),
        lintel.createAgent(market.brokerageId, { disabled_at: lintel.clock.now() }),
      ]);
      for (const id of [...agents.map((agent) => agent.id), 2_147_483_647]) {
        const reply = await lintel.call(pdfOf("unbranded", `?agent_id=${id}`), { host: market.host });
        expect([reply.status, reply.body]).toEqual([404, { detail: "Agent not found" }]);
      }
    });

    it.each(["0", "-1", "1.5", "abc", "2147483648", "", "1&agent_id=2"])(
      "refuses agent_id=%s",
      async (id) => {
        const reply = await lintel.call(pdfOf("unbranded", `?agent_id=${id}`), { host: market.host });
        expect(reply.status).toBe(422);
        expect(reply.body.detail[0].loc).toEqual(["query", "agent_id"]);
      },
    );
  });

  describe("who may see it", () => {
    const expectMissing = async (path: string, host = market.host) => {
      const reply = await lintel.call(path, { host });
      expect([path, reply.status, reply.body]).toEqual([path, 404, { detail: "Property not found" }]);
    };

    it("answers 404 for a listing that does not exist, is not public, or was withdrawn", async () => {
      await expectMissing(pdfOf("nothing"));
      await expectMissing(pdfOf("nothing", "?agent_id=1"));
      for (const status of ["Canceled", "Expired", "Hold", "Incomplete", "Withdrawn"]) {
        await market.import([home({ ListingId: `is-${status}`, StandardStatus: status })]);
        await expectMissing(pdfOf(`is-${status}`));
      }
      await market.import([home({ ListingId: "gone-soon" })]);
      await bytesOf(pdfOf("gone-soon"));
      await market.import([home({ ListingId: "gone-soon", StandardStatus: "Withdrawn" })]);
      await expectMissing(pdfOf("gone-soon"));
    });

    it("answers another tenant's listing as a missing one, and the same listing in each brokerage's own dress", async () => {
      const foreignMarket = await openMarket(lintel, "their-brochures", [home({ ListingId: "theirs" })]);
      await setBrokerage({ name: "Other Realty" }, foreignMarket.brokerageId);
      await expectMissing(pdfOf("theirs"));
      const pdf = await brochure(pdfOf("theirs", `?brokerage_id=${foreignMarket.brokerageId}`));
      expect(textOf(pdf.pages)).toContain("PRESENTED BY Other Realty");
      expect(textOf((await brochure(pdfOf("theirs"), foreignMarket.host)).pages)).toContain("Other Realty");
    });
  });

  describe("photos", () => {
    it("has the first on the cover and the others after it", async () => {
      await market.import([home({ ListingId: "six", Media: media(await shoot("six", 6)) })]);
      const pdf = await brochure(pdfOf("six"));
      expect([pdf.images, pdf.pages.length]).toEqual([6, 2]);
      expect(textOf(pdf.pages[1] as Pdf["pages"][number])).toContain("Photos");
    });

    it("has 25 of 40 and says that there are more online", async () => {
      await market.import([home({ ListingId: "forty", Media: media(await shoot("forty", 40)) })]);
      const pdf = await brochure(pdfOf("forty"));
      expect(pdf.images).toBe(25);
      expect(textOf(pdf.pages)).toContain("15 more photos online");
    });

    it("has the brokerage's logo, instead of the name when the logo is one", async () => {
      const [logo_url] = await shoot("the-logo", 1);
      await market.import([home({ ListingId: "logo" })]);
      const nameCount = (pdf: Pdf) => textOf(pdf.pages).split("Logo Realty").length - 1;
      await setBrokerage({ name: "Logo Realty", logo_url, logo_is_wordmark: false });
      const beside = await brochure(pdfOf("logo"));
      await setBrokerage({ logo_is_wordmark: true });
      const wordmark = await brochure(pdfOf("logo"));
      expect([beside.images, wordmark.images]).toEqual([1, 1]);
      expect(nameCount(wordmark)).toBe(nameCount(beside) - 1);
      await setBrokerage({ logo_url: null });
    });

    it("reads our own from the storage", async () => {
      await lintel.services.storage.put("demo/house-01.jpg", await sampleJpeg(300, 200, 77));
      await market.import([home({ ListingId: "own", Media: media(["/files/demo/house-01.jpg"]) })]);
      expect((await brochure(pdfOf("own"))).images).toBe(1);
    });

    it("stays whole when photos fail: the next one is the cover, and what failed is not there", async () => {
      const [good, alsoGood] = await shoot("some", 2);
      responses.set("/broken.jpg", Buffer.from("this is no photo"));
      const urls = [
        `${web.url}/missing.jpg`,
        `${web.url}/broken.jpg`,
        "http://10.0.0.1/private.jpg",
        "https://nowhere.invalid/1.jpg",
        good as string,
        alsoGood as string,
      ];
      await market.import([home({ ListingId: "patchy", Media: media(urls) })]);
      const pdf = await brochure(pdfOf("patchy"));
      expect([pdf.images, pdf.pages.length]).toEqual([2, 2]);
      expect(textOf(pdf.pages)).not.toContain("Photos available on request");

      await market.import([home({ ListingId: "none", Media: media(urls.slice(0, 4)) })]);
      const none = await brochure(pdfOf("none"));
      expect([none.images, none.pages.length]).toEqual([0, 1]);
      expect(textOf(none.pages)).toContain("Photos available on request");
    });
  });

  describe("printing once", () => {
    /** The moment of printing stands in the file: a copy kept from before has another one. */
    const later = () => lintel.clock.advance(1000);

    it("keeps a brochure until the listing, the agent or the brokerage changes, or the day", async () => {
      const version = (price: number, at: string) =>
        market.import([home({ ListingId: "kept", ListPrice: price, ModificationTimestamp: at })]);
      await version(400_000, "2026-06-10T10:00:00Z");
      const agent = await lintel.createAgent(market.brokerageId, { name: "Before" });
      const path = pdfOf("kept", `?agent_id=${agent.id}`);
      const changes: (() => unknown)[] = [
        () => version(390_000, "2026-06-11T10:00:00Z"),
        () =>
          lintel.database.db
            .updateTable("agents")
            .set({ name: "After" })
            .where("id", "=", agent.id)
            .execute(),
        () => setBrokerage({ primary_color: "#123456" }),
        () => lintel.clock.advance(24 * HOUR),
      ];
      for (const change of changes) {
        const before = await bytesOf(path);
        later();
        expect((await bytesOf(path)).equals(before)).toBe(true);
        await change();
        later();
        expect((await bytesOf(path)).equals(before)).toBe(false);
      }
    });

    it("prints once for all who ask at the same time, and asks for each photo once", async () => {
      const urls = await shoot("rush", 3);
      await market.import([home({ ListingId: "rush", Media: media(urls) })]);
      const all = await Promise.all(Array.from({ length: 10 }, () => bytesOf(pdfOf("rush"))));
      expect(new Set(all.map((bytes) => bytes.toString("base64"))).size).toBe(1);
      expect(web.requests.filter((path) => path.startsWith("/rush/")).length).toBe(3);
    });

    it("prints a brochure that lacks a photo anew when the photo may be tried again", async () => {
      const [, ...others] = await shoot("mending", 2);
      const first = responses.get("/mending/0.jpg") as Buffer;
      responses.delete("/mending/0.jpg");
      await market.import([
        home({ ListingId: "mending", Media: media([`${web.url}/mending/0.jpg`, ...others]) }),
      ]);
      const lacking = await bytesOf(pdfOf("mending"));
      responses.set("/mending/0.jpg", first);
      later();
      expect((await bytesOf(pdfOf("mending"))).equals(lacking)).toBe(true);
      lintel.clock.advance(24 * HOUR);
      expect((await brochure(pdfOf("mending"))).images).toBe(2);
    });

    it("prints a brochure that lacks a photo which the storage lost anew, with the photo fetched again", async () => {
      await market.import([home({ ListingId: "loses", Media: media(await shoot("losing", 2)) })]);
      await bytesOf(pdfOf("loses"));
      const rows = await lintel.database.db
        .selectFrom("stored_photos")
        .where("url", "like", "%/losing/%")
        .select("storage_key")
        .execute();
      for (const row of rows) await lintel.services.storage.delete(`${row.storage_key}-full.jpg`);
      await market.import([
        home({
          ListingId: "loses",
          ListPrice: 1,
          ModificationTimestamp: "2026-06-20T00:00:00Z",
          Media: media([0, 1].map((at) => `${web.url}/losing/${at}.jpg`)),
        }),
      ]);
      expect((await brochure(pdfOf("loses"))).images).toBe(1);
      lintel.clock.advance(60_000);
      expect((await brochure(pdfOf("loses"))).images).toBe(2);
    });
  });
});
