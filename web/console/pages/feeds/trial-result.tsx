import { count } from "../../../shared/numbers.ts";
import type { Schema } from "../../app/api.ts";
import { Facts } from "../../components/facts.tsx";

/** What a test has found: resources, strategies, and which fields of listings the server fills. */
export function TrialResult({ result: { resources, strategies, fields } }: { result: Schema<"FeedTrial"> }) {
  const mapped = fields.filter(({ mapped_to }) => mapped_to !== null);
  return (
    <>
      <Facts
        facts={[
          ["Resources", resources.map(nameWithCount).join(", ")],
          ["Changes can be found by", strategies.join(", ")],
          ["Fields", `${count(fields.length)}, of which ${count(mapped.length)} are read`],
        ]}
      />
      {mapped.length > 0 && (
        <details className="trial-fields">
          <summary>Fields that are read, and how many listings of the page have each</summary>
          <ul className="check-list">
            {mapped.map(({ field, mapped_to, coverage }) => (
              <li key={field}>
                <bdi>{field}</bdi> <span className="row-detail">as {mapped_to}</span>{" "}
                <span className={coverage === 0 ? "badge warn" : "count"}>
                  {Math.round(100 * coverage)} %
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function nameWithCount({ name, count: records }: Schema<"FeedTrialResource">): string {
  return records === undefined ? name : `${name} (${count(records)})`;
}
