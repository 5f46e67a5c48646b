import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { loadable, preload, useFirstInput, useLoadable } from "../../app/loadable.ts";
import { notify } from "../../components/toasts.tsx";
import { Icon } from "../../icons/icon.tsx";
import type { LeadFilters } from "./lead-search.ts";
import { forgetView, isSameView, type SavedView, saveView, useSavedViews } from "./saved-views.ts";

const saveViewDialog = loadable(async () => (await import("./save-view-dialog.tsx")).SaveViewDialog);

const builtIn: Record<SavedView["on"], readonly SavedView[]> = {
  list: [
    { name: "All", on: "list", filters: {} },
    { name: "Unassigned", on: "list", filters: { unassigned: true } },
    { name: "Hot", on: "list", filters: { temperature: "hot", sort: "-temperature" } },
  ],
  board: [
    { name: "All", on: "board", filters: {} },
    { name: "Buyers", on: "board", filters: { pipeline_type: "buyer" } },
    { name: "Sellers", on: "board", filters: { pipeline_type: "seller" } },
  ],
};

type ViewBarProps = { on: SavedView["on"]; filters: LeadFilters };

/** The views of the list or the board: the built-in ones, and those that were saved in this browser. */
export function ViewBar({ on, filters }: ViewBarProps) {
  const saved = useSavedViews().filter((view) => view.on === on);
  const [isNaming, setNaming] = useState(false);
  const SaveViewDialog = useLoadable(saveViewDialog, isNaming);
  useFirstInput(() => preload(saveViewDialog));
  const isShown = (view: SavedView) => isSameView(view.filters, filters);
  const isNew = ![...builtIn[on], ...saved].some(isShown);
  return (
    <nav className="view-bar" aria-label="Views">
      <ul>
        {builtIn[on].map((view) => (
          <li key={view.name}>
            <ViewLink view={view} />
          </li>
        ))}
        {saved.map((view) => (
          <li key={view.name} className="saved-view">
            <ViewLink view={view} />
            <button
              type="button"
              className="icon-button small"
              aria-label={`Forget the view ${view.name}`}
              onClick={() => {
                forgetView(view);
                notify({
                  title: `The view “${view.name}” is gone`,
                  action: { label: "Undo", run: () => saveView(view) },
                });
              }}
            >
              <Icon name="x" />
            </button>
          </li>
        ))}
      </ul>
      {isNew && (
        <button type="button" className="button small quiet" onClick={() => setNaming(true)}>
          <Icon name="floppy-disk" />
          Save this view
        </button>
      )}
      {SaveViewDialog && isNaming && (
        <SaveViewDialog
          onName={(name) => {
            saveView({ name, on, filters });
            setNaming(false);
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </nav>
  );
}

function ViewLink({ view: { name, on, filters } }: { view: SavedView }) {
  return (
    <Link
      to={on === "list" ? "/leads" : "/leads/board"}
      search={filters}
      className="view-link"
      activeOptions={{ exact: true }}
    >
      <bdi>{name}</bdi>
    </Link>
  );
}
