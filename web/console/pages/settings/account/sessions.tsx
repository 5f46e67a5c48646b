import { useState } from "react";
import { api, client, type Schema } from "../../../app/api.ts";
import { queries } from "../../../app/queries.ts";
import { Badge } from "../../../components/badge.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { Empty } from "../../../components/empty.tsx";
import { ListPanel } from "../../../components/list-panel.tsx";
import { Moment } from "../../../components/moment.tsx";
import { notify } from "../../../components/toasts.tsx";
import { deviceName } from "./device-name.ts";

type Session = Schema<"StaffSession">;

const methods: Record<Session["method"], string> = {
  email_link: "by a link",
  api_key: "by an API key",
  oidc: "by the identity provider",
  passkey: "by a passkey",
};

/** The browsers in which this person is signed in, and ending one. */
export function Sessions() {
  const [page, setPage] = useState(1);
  const list = api.useQuery("get", "/api/auth/sessions", { params: { query: { page } } });
  const [chosen, choose] = useState<Session | null>(null);
  return (
    <>
      <ListPanel
        title="Signed in"
        list={list}
        empty={<Empty title="No browser is signed in.">You use an API key or a token.</Empty>}
        onPage={setPage}
      >
        {(session) => (
          <li key={session.id} className="row">
            <div className="row-words">
              <bdi className="row-title">{deviceName(session.device)}</bdi>
              <span className="row-detail">
                {methods[session.method]}, <Moment at={session.created_at} />
              </span>
            </div>
            <span className="row-side">
              used <Moment at={session.last_used_at} />
            </span>
            {session.is_current ? (
              <Badge tone="good" icon="check-circle">
                This browser
              </Badge>
            ) : (
              <button type="button" className="button small quiet" onClick={() => choose(session)}>
                Sign out
              </button>
            )}
          </li>
        )}
      </ListPanel>
      {chosen && (
        <ConfirmDialog
          title="Sign this browser out?"
          action="Sign it out"
          run={() => endSession(chosen.id)}
          onClose={() => choose(null)}
        >
          <p>
            <bdi>{deviceName(chosen.device)}</bdi> must sign in again to go on.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

async function endSession(session_id: number): Promise<void> {
  await client.DELETE("/api/auth/sessions/{session_id}", { params: { path: { session_id } } });
  await queries.invalidateQueries({ queryKey: ["get", "/api/auth/sessions"] });
  notify({ title: "The browser is signed out" });
}
