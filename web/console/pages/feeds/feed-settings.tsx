import type { ReactNode } from "react";
import { count } from "../../../shared/numbers.ts";
import { client, type Schema } from "../../app/api.ts";
import { Facts } from "../../components/facts.tsx";
import { ofFeed } from "./feed-query.ts";
import { bytesText } from "./feed-words.ts";
import { TrialPanel } from "./trial-panel.tsx";
import { useTrial } from "./use-trial.ts";

/** How a feed reads its server, and a test of that with its stored secret. */
export function FeedSettings({ feed, actions }: { feed: Schema<"Feed">; actions: ReactNode }) {
  const trial = useTrial();
  const { auth, budget } = feed;
  const test = () =>
    trial.begin(() =>
      client.POST("/api/admin/feeds/{feed_id}/test", {
        params: { ...ofFeed(feed.id).params, query: { format: "ndjson" } },
        parseAs: "stream",
      }),
    );
  return (
    <section className="panel" aria-labelledby="settings">
      <header className="panel-head">
        <h2 id="settings">Settings</h2>
        <div className="row-actions">
          <button type="button" className="button small quiet" disabled={trial.isRunning} onClick={test}>
            Test
          </button>
          {actions}
        </div>
      </header>
      <TrialPanel trial={trial} />
      <Facts
        facts={[
          ["Address", feed.base_url],
          [
            "Access",
            auth.type === "bearer"
              ? "Token, stored encrypted"
              : `Client ${auth.client_id}, secret stored encrypted`,
          ],
          ["Changes are found by", feed.status.strategy ?? feed.strategy],
          ["Reads", feed.resources.join(", ")],
          ["Photos", feed.copy_media ? "copied, and shown from here" : "shown from the MLS"],
          ["Filter", feed.filter],
          ["Refresh", `every ${feed.refresh_minutes} minutes`],
          ["Reconcile", `every ${feed.reconcile_hours} hours`],
          ["Removal guard", `${feed.removal_guard_percent} %`],
          ["Budget", budgetText(budget)],
        ]}
      />
    </section>
  );
}

function budgetText({ per_second, per_hour, per_day, bytes_per_hour }: Schema<"FeedBudget">): string {
  const limits = [
    per_second && `${count(per_second)} a second`,
    per_hour && `${count(per_hour)} an hour`,
    per_day && `${count(per_day)} a day`,
    bytes_per_hour && `${bytesText(bytes_per_hour)} an hour`,
  ];
  return limits.filter(Boolean).join(", ") || "no limit";
}
