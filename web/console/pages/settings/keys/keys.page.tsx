import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { api, client, type Schema } from "../../../app/api.ts";
import { queries } from "../../../app/queries.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { Empty } from "../../../components/empty.tsx";
import { ListPanel } from "../../../components/list-panel.tsx";
import { notify } from "../../../components/toasts.tsx";
import { Icon } from "../../../icons/icon.tsx";
import { SettingsPage } from "../settings-page.tsx";
import { CreateKey } from "./create-key.tsx";
import { KeyRow } from "./key-row.tsx";

const route = getRouteApi("/staff/settings/keys");

/** Keys with which other programs use the API. */
export function KeysPage() {
  const { page } = route.useSearch();
  const navigate = route.useNavigate();
  const list = api.useQuery("get", "/api/admin/api-keys", { params: { query: { page } } });
  const [isCreating, setCreating] = useState(false);
  const [chosen, choose] = useState<Schema<"ApiKey"> | null>(null);
  const revoke = async (key_id: number) => {
    await client.DELETE("/api/admin/api-keys/{key_id}", { params: { path: { key_id } } });
    await queries.invalidateQueries({ queryKey: ["get", "/api/admin/api-keys"] });
    notify({ title: "The key is revoked" });
  };
  return (
    <SettingsPage title="API keys" intro="Other programs use the API with a key. Its text is shown once.">
      <ListPanel
        title="Keys"
        list={list}
        actions={
          <button type="button" className="button" onClick={() => setCreating(true)}>
            <Icon name="plus" />
            Create a key
          </button>
        }
        empty={
          <Empty title="There is no key.">Create one for each program, so that each can be revoked.</Empty>
        }
        onPage={(next) => void navigate({ search: { page: next } })}
      >
        {(key) => <KeyRow key={key.id} apiKey={key} onRevoke={() => choose(key)} />}
      </ListPanel>
      {isCreating && <CreateKey onClose={() => setCreating(false)} />}
      {chosen && (
        <ConfirmDialog
          title="Revoke this key?"
          action="Revoke the key"
          isDanger
          run={() => revoke(chosen.id)}
          onClose={() => choose(null)}
        >
          <p>
            Programs with the key <bdi>{chosen.name}</bdi> are refused from their next request on, and
            browsers that signed in with it are signed out. It cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </SettingsPage>
  );
}
