import type { Schema } from "../../app/api.ts";
import { useMay } from "../../app/me.ts";
import { Badge } from "../../components/badge.tsx";
import { fieldLabel } from "../../components/changes.tsx";
import { Facts } from "../../components/facts.tsx";
import { Moment } from "../../components/moment.tsx";
import { kindNames, statusNames, statusTones } from "./request-names.ts";

/** A request with what can be done, and once it is done its receipt. */
export function RequestRow({ request, onRun }: { request: Schema<"PrivacyRequest">; onRun: () => void }) {
  const may = useMay();
  const { kind, status, email, created_at, due_at, done_at, receipt } = request;
  return (
    <li className="row">
      <div className="row-words">
        <bdi className="row-title">{email ?? "Address erased"}</bdi>
        <span className="row-detail">
          {kindNames[kind]}, requested <Moment at={created_at} />
        </span>
        {receipt && (
          <details>
            <summary>Receipt</summary>
            <Facts
              facts={Object.entries(receipt).map(([name, number]) => [fieldLabel(name), String(number)])}
            />
          </details>
        )}
      </div>
      <span className="row-side">
        {status === "done" ? (
          <>
            done <Moment at={done_at} />
          </>
        ) : (
          due_at && (
            <>
              due <Moment at={due_at} />
            </>
          )
        )}
      </span>
      <Badge tone={statusTones[status]}>{statusNames[status]}</Badge>
      {status === "confirmed" && may("runPrivacyRequest") && (
        <div className="row-actions">
          <button type="button" className="button small quiet" onClick={onRun}>
            {kind === "erase" ? "Erase now" : "Send the copy now"}
          </button>
        </div>
      )}
    </li>
  );
}
