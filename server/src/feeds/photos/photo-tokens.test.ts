import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { CLIENT } from "../../../../feed-server/src/access.ts";
import { type MediaFixture, openMedia } from "../../../test/harness/media-fixture.ts";
import { startWebServer, type WebServer } from "../../../test/harness/web-server.ts";
import { ownContext } from "../../services.ts";
import type { IssuedToken } from "../client/access-token.ts";
import { FeedClient } from "../client/feed-client.ts";
import { SharedBudget } from "../client/shared-budget.ts";
import type { Feed } from "../feed-row.ts";
import { PhotoRequester } from "./photo-requester.ts";

let media: MediaFixture;
/** Redirects the first request, whose token ends meanwhile, and refuses the second. */
let photos: WebServer;
let agents: (string | undefined)[];
const issued: IssuedToken = { value: null, renewAt: Infinity };
beforeAll(async () => {
  media = await openMedia(1);
  photos = await startWebServer((request, response) => {
    agents.push(request.headers["user-agent"]);
    issued.value = null;
    if (request.url === "/moved") response.writeHead(404).end();
    else response.writeHead(302, { location: "/moved" }).end();
  });
});
beforeEach(() => {
  agents = [];
});
afterAll(async () => {
  await photos.close();
  await media.close();
});

async function request(key: string) {
  const ctx = ownContext(media.lintel.services, "test of photos");
  const connection: Feed = {
    ...media.feed,
    userAgent: "{token}",
    auth: {
      type: "client_credentials",
      ...{ tokenUrl: `${media.server.origin}/oauth/token`, clientId: CLIENT.id, clientSecret: CLIENT.secret },
      scope: null,
    },
  };
  const budget = new SharedBudget(ctx.db, media.feed.id, "photos");
  const options = { tries: 1 };
  const client = new FeedClient({ ...ctx, connection, budget, issued, options });
  const requester = new PhotoRequester({ ctx, sourceId: media.feed.source.id, client, signal: ctx.signal });
  return requester.request({ key, url: `${photos.url}/${key}` });
}
const outcomes = () =>
  media.lintel.database.db
    .selectFrom("photo_requests")
    .select(["media_key", "outcome"])
    .orderBy("id")
    .execute();

it("a photo that is redirected is requested with the token that is valid then", async () => {
  await request("first");
  expect(photos.requests).toEqual(["/first", "/moved"]);
  expect(new Set(agents).size).toBe(2);
});

it("a photo whose redirect cannot be followed is settled", async () => {
  issued.value = "a token";
  media.server.behaviours.down = true;
  await expect(request("second")).rejects.toMatchObject({ code: "unreachable" });
  media.server.behaviours.down = false;
  expect((await outcomes()).at(-1)).toEqual({ media_key: "second", outcome: "failed" });
});
