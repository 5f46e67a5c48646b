import { Link } from "@tanstack/react-router";
import type { Schema } from "../../app/api.ts";
import { fieldWords } from "../../app/words.ts";
import { FieldChanges } from "../../components/field-changes.tsx";
import { Moment } from "../../components/moment.tsx";
import { actionNames } from "./action-names.ts";

/** A change: who, what, and each field before and after. Of an update the fields stand open, as they are few. */
export function AuditEntry({ entry }: { entry: Schema<"AuditEntry"> }) {
  const { actor, action, target_type, target_id, before, after, at, request_id } = entry;
  const hasFields = Object.keys({ ...before, ...after }).length > 0;
  return (
    <li className="row audit-entry">
      <div className="row-words">
        <span className="row-title">
          {actionNames[action]}:{" "}
          <Link to="/audit" search={{ target_type, target_id }}>
            {fieldWords(target_type)} <bdi>{target_id}</bdi>
          </Link>
        </span>
        <span className="row-detail">
          <bdi>{actor.name}</bdi>
          {actor.role && ` (${actor.role})`}, <Moment at={at} />
        </span>
        {hasFields && (
          <details open={action === "update"}>
            <summary>Fields</summary>
            <FieldChanges before={before} after={after} />
            <p className="hint">
              Request <code>{request_id}</code>
            </p>
          </details>
        )}
      </div>
    </li>
  );
}
