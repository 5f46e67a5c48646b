import type { ReactNode } from "react";
import { count } from "../../../shared/numbers.ts";
import type { Schema } from "../../app/api.ts";
import { Facts } from "../../components/facts.tsx";
import { Moment } from "../../components/moment.tsx";
import { Icon } from "../../icons/icon.tsx";
import { FeedProgress } from "./feed-progress.tsx";
import { spanText } from "./feed-words.ts";

/** A feed that has missed three refreshes is late. */
const LATE_REFRESHES = 3;

/** What is known of a feed: how far it is behind, what it holds of what is offered, and what is wrong. */
export function FeedHealth({ feed: { status, refresh_minutes } }: { feed: Schema<"Feed"> }) {
  const { lag_seconds: lag, listings, offered, missing, photos_pending, rejected, budget, error } = status;
  const isLate = lag !== null && lag > LATE_REFRESHES * 60 * refresh_minutes;
  return (
    <>
      {status.progress && <FeedProgress status={status} />}
      {error && (
        <div className={`notice ${status.state === "held" ? "warn" : "bad"}`}>
          <Icon name="warning-circle" />
          <p>
            {error.message}. <Moment at={error.at} />
          </p>
        </div>
      )}
      <Facts
        facts={[
          [
            "Behind the MLS",
            lag === null ? (
              "not read yet"
            ) : (
              <Figure key="lag" isBad={isLate}>
                {spanText(lag)}
              </Figure>
            ),
          ],
          ["Held of offered", offered === null ? count(listings) : `${count(listings)} of ${count(offered)}`],
          [
            "Missing here",
            missing === null ? null : (
              <Figure key="missing" isBad={missing > 0}>
                {count(missing)}
              </Figure>
            ),
          ],
          [
            "Rejected records",
            <Figure key="rejected" isBad={rejected > 0}>
              {count(rejected)}
            </Figure>,
          ],
          ["Photos to copy", count(photos_pending)],
          ["Last success", <Moment key="success" at={status.last_success_at} />],
          ["Next run", <Moment key="next" at={status.next_run_at} words="none" />],
          ["Requests", `${count(budget.used_hour)} in an hour, ${count(budget.used_day)} in a day`],
        ]}
      />
    </>
  );
}

/** A number; one that needs attention has an icon too. */
function Figure({ isBad, children }: { isBad: boolean; children: ReactNode }) {
  if (!isBad) return children;
  return (
    <span className="badge warn">
      <Icon name="warning" />
      {children}
    </span>
  );
}
