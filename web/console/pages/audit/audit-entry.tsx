import { Link } from "@tanstack/react-router";
import type { Schema } from "../../app/api.ts";
import { Changes, fieldLabel } from "../../components/changes.tsx";
import { Moment } from "../../components/moment.tsx";
import { actionNames } from "./action-names.ts";

/** A change: who, what, and each field before and after. Of an update the fields stand open, as they are few. */
export function AuditEntry({ entry }: { entry: Schema<"AuditEntry"> }) {
  const { actor, action, target_type, target_id, before, after, at, request_id } = entry;
  const changes = Object.keys({ ...before, ...after }).map((field) => ({
    field,
    before: before?.[field],
    after: after?.[field],
  }));
  return (
    <li className="row audit-entry">
      <div className="row-words">
        <span className="row-title">
          {actionNames[action]}:{" "}
          <Link
            from="/audit"
            to="/audit"
            search={({ everywhere }) => ({ everywhere, target_type, target_id })}
          >
            {fieldLabel(target_type)} <bdi>{target_id}</bdi>
          </Link>
        </span>
        <span className="row-detail">
          <bdi>{actor.name}</bdi>
          {actor.role && ` (${actor.role})`}, <Moment at={at} />
        </span>
        {changes.length > 0 && (
          <details open={action === "update"}>
            <summary>Fields</summary>
            <Changes changes={changes} />
            <p className="hint">
              Request <code>{request_id}</code>
            </p>
          </details>
        )}
      </div>
    </li>
  );
}
