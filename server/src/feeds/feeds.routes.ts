import { Type } from "typebox";
import { deletionOf } from "../platform/http/record-version.ts";
import { route } from "../platform/http/route.ts";
import { CreateFeedBody, UpdateFeedBody } from "./configuration/configuration.schemas.ts";
import { createFeed } from "./configuration/create-feed.ts";
import { deleteFeed } from "./configuration/delete-feed.ts";
import { DeleteFeedQuery, Feed, FeedListQuery, FeedPage, FeedParams } from "./configuration/feed.schemas.ts";
import { feedVersion } from "./configuration/feed-version.ts";
import { getFeed } from "./configuration/get-feed.ts";
import { listFeeds } from "./configuration/list-feeds.ts";
import { updateFeed } from "./configuration/update-feed.ts";
import { listFeedRejects } from "./runs/list-feed-rejects.ts";
import { listFeedRuns } from "./runs/list-feed-runs.ts";
import { runFeed } from "./runs/run-feed.ts";
import * as runs from "./runs/runs.schemas.ts";
import { TRIAL_LINES } from "./trial/reply-of-trial.ts";
import { testFeed } from "./trial/test-feed.ts";
import { testStoredFeed } from "./trial/test-stored-feed.ts";
import { FeedTrial, TrialQuery } from "./trial/trial.schemas.ts";

const PATH = "/api/admin/feeds";
const feeds = { tag: "Feeds", permission: "admin", path: PATH } as const;
const feed = {
  ...feeds,
  path: `${PATH}/{feed_id}`,
  params: FeedParams,
  errors: { 404: "Feed not found" },
} as const;

export const feedRoutes = [
  route({
    ...feeds,
    method: "POST",
    operationId: "createFeed",
    summary: "Create a feed",
    description:
      "A feed keeps the listings of one source in step with an MLS's RESO Web API. Its initial load begins within seconds. Listings of the source " +
      "that were imported from files are taken over by their ListingKey. The token or client secret is stored encrypted and never shown.",
    body: CreateFeedBody,
    status: 201,
    response: Feed,
    // Host names are resolved before anything is stored.
    ownTransactions: true,
    errors: { 409: "The source has a feed" },
    run: createFeed,
  }),
  route({
    ...feeds,
    method: "GET",
    operationId: "listFeeds",
    summary: "List feeds with their status, newest first",
    query: FeedListQuery,
    response: FeedPage,
    run: listFeeds,
  }),
  route({
    ...feed,
    method: "GET",
    operationId: "getFeed",
    version: feedVersion,
    summary: "Get a feed and its status",
    response: Feed,
    run: getFeed,
  }),
  route({
    ...feed,
    method: "PATCH",
    operationId: "updateFeed",
    version: feedVersion,
    summary: "Change, disable or enable a feed",
    description:
      "Fields that are absent keep their values, in `budget` too. `auth` is given whole, but a secret may be left out where the type stays. " +
      "After a change of `base_url`, `strategy` or `filter` everything is read again. With `enabled: false` a run ends, and nothing more is requested.",
    body: UpdateFeedBody,
    response: Feed,
    run: updateFeed,
  }),
  route({
    ...feed,
    method: "DELETE",
    operationId: "deleteFeed",
    summary: "Delete a feed",
    description:
      "Ends its run. The source and its rules stay. With `listings=remove` the listings of the source are deleted with their photos and history, in " +
      "batches; webhooks get no event for each.",
    query: DeleteFeedQuery,
    response: Type.Object({ message: Type.String() }),
    errors: {
      404: "Feed not found",
      503: "The server is stopping; the feed is disabled, and another request continues",
    },
    // Listings are deleted in batches.
    ownTransactions: true,
    version: deletionOf(feedVersion),
    endsAtStop: true,
    run: deleteFeed,
  }),
  route({
    ...feeds,
    method: "POST",
    path: `${PATH}/test`,
    operationId: "testFeed",
    summary: "Test a configuration of a feed, without storing it",
    description:
      "Asks the server step by step: its name, its certificate, a token, `$metadata`, one page of Property, and one photo. The reply is 200 whether the " +
      "steps succeed or not. A reply of 401 or 403 fails the step `token`.",
    query: TrialQuery,
    body: CreateFeedBody,
    response: FeedTrial,
    alsoProduces: [TRIAL_LINES],
    readsOnly: true,
    run: testFeed,
  }),
  route({
    ...feed,
    method: "POST",
    path: `${PATH}/{feed_id}/test`,
    operationId: "testStoredFeed",
    summary: "Test a feed with its stored secret",
    query: TrialQuery,
    response: FeedTrial,
    alsoProduces: [TRIAL_LINES],
    readsOnly: true,
    run: testStoredFeed,
  }),
  route({
    ...feed,
    method: "POST",
    path: `${PATH}/{feed_id}/run`,
    operationId: "runFeed",
    summary: "Run a feed now",
    body: runs.RunFeedBody,
    optionalBody: true,
    status: 202,
    response: runs.RequestedRun,
    errors: { 404: "Feed not found", 409: "A run of this feed is under way, or the feed is disabled" },
    run: runFeed,
  }),
  route({
    ...feed,
    method: "GET",
    path: `${PATH}/{feed_id}/runs`,
    operationId: "listFeedRuns",
    summary: "List the runs of a feed, newest first",
    query: runs.RunListQuery,
    response: runs.FeedRunPage,
    run: listFeedRuns,
  }),
  route({
    ...feed,
    method: "GET",
    path: `${PATH}/{feed_id}/rejects`,
    operationId: "listFeedRejects",
    summary: "List the records of a feed that could not be stored, newest first",
    description: "A record that can be stored again, or is no longer offered, leaves the list.",
    query: runs.RunListQuery,
    response: runs.FeedRejectPage,
    run: listFeedRejects,
  }),
];
