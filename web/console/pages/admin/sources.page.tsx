import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { counted } from "../../../shared/numbers.ts";
import { api, client } from "../../app/api.ts";
import { queries } from "../../app/queries.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Empty } from "../../components/empty.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { Moment } from "../../components/moment.tsx";
import { notify } from "../../components/toasts.tsx";
import { AdminPage } from "./admin-page.tsx";
import { ShownSources } from "./shown-sources.tsx";

const route = getRouteApi("/staff/admin/sources");

/** Where listings come from, and which brokerage shows which. */
export function SourcesPage() {
  const { page } = route.useSearch();
  const navigate = route.useNavigate();
  const list = api.useQuery("get", "/api/admin/sources", { params: { query: { page } } });
  const [chosen, choose] = useState<string | null>(null);
  const remove = async (source: string) => {
    const { data } = await client.DELETE("/api/admin/sources/{source}", { params: { path: { source } } });
    await queries.invalidateQueries({ queryKey: ["get", "/api/admin/sources"] });
    notify({ title: "The source is removed", text: counted(data?.listings ?? 0, "listing") });
  };
  return (
    <AdminPage title="Sources" intro="Feeds and imported files. The rules of each stand with its feed.">
      <ListPanel
        title="Sources"
        list={list}
        empty={<Empty title="There is no source.">An import or a feed makes one.</Empty>}
        onPage={(next) => void navigate({ search: { page: next } })}
      >
        {(source) => (
          <li key={source.id} className="row">
            <div className="row-words">
              <bdi className="row-title">{source.name}</bdi>
              <span className="row-detail">
                since <Moment at={source.created_at} />
              </span>
            </div>
            <button type="button" className="button small quiet" onClick={() => choose(source.name)}>
              Remove
            </button>
          </li>
        )}
      </ListPanel>
      <ShownSources />
      {chosen !== null && (
        <ConfirmDialog
          title="Remove this source with its listings?"
          action="Remove the source"
          isDanger
          run={() => remove(chosen)}
          onClose={() => choose(null)}
        >
          <p>
            All listings of <bdi>{chosen}</bdi> are removed, with their photos and their history. It cannot be
            undone.
          </p>
        </ConfirmDialog>
      )}
    </AdminPage>
  );
}
