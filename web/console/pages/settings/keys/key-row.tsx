import type { Schema } from "../../../app/api.ts";
import { Moment } from "../../../components/moment.tsx";

/** A key: what it is for, what it may do, and when it was used. */
export function KeyRow({ apiKey, onRevoke }: { apiKey: Schema<"ApiKey">; onRevoke: () => void }) {
  const { name, prefix, role, expires_at, last_used_at, created_at } = apiKey;
  return (
    <li className="row">
      <div className="row-words">
        <bdi className="row-title">{name}</bdi>
        <span className="row-detail">
          <code>{prefix}…</code> {role}, created <Moment at={created_at} />
          {expires_at && (
            <>
              , expires <Moment at={expires_at} />
            </>
          )}
        </span>
      </div>
      <span className="row-side">
        used <Moment at={last_used_at} />
      </span>
      <button type="button" className="button small quiet" onClick={onRevoke}>
        Revoke
      </button>
    </li>
  );
}
