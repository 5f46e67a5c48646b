import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api, client, type Schema } from "../../app/api.ts";
import { messageOf } from "../../app/api-error.ts";
import { chooseBrokerage } from "../../app/brokerage.ts";
import { queries } from "../../app/queries.ts";
import { Badge } from "../../components/badge.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { notify, notifyFailure } from "../../components/toasts.tsx";

type BrokerageRowProps = {
  brokerage: Schema<"BrokerageCard">;
  /** Whether the list has disabled ones: cards do not say which. */
  mayBeDisabled: boolean;
};

const PATH = "/api/admin/brokerages/{brokerage_id}";
const readAgain = () =>
  queries.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[1]).startsWith("/api/admin/brokerages"),
  });

/** A brokerage: opening its settings, disabling it, and bringing it back. */
export function BrokerageRow({
  brokerage: { id, name, slug, address_city, address_state_abbr },
  mayBeDisabled,
}: BrokerageRowProps) {
  const params = { path: { brokerage_id: id } };
  const navigate = useNavigate();
  const state = api.useQuery("get", PATH, { params }, { enabled: mayBeDisabled });
  const [isAsking, setAsking] = useState(false);
  const isDisabled = mayBeDisabled && (state.data?.disabled_at ?? null) !== null;
  const open = () => {
    chooseBrokerage(id);
    void navigate({ to: "/settings/brokerage" });
  };
  const disable = async () => {
    await client.DELETE(PATH, { params });
    await readAgain();
    notify({ title: "The brokerage is disabled" });
  };
  const restore = async () => {
    try {
      // The types of the client have no field that is null alone.
      await client.PUT(PATH, { params, body: { disabled_at: null } as object });
      await readAgain();
      notify({ title: "The brokerage is back" });
    } catch (error) {
      notifyFailure("Nothing was changed", messageOf(error));
    }
  };
  return (
    <li className="row">
      <div className="row-words">
        <bdi className="row-title">{name}</bdi>
        <bdi className="row-detail">
          {[slug, address_city, address_state_abbr].filter((each) => each).join(", ")}
        </bdi>
      </div>
      {isDisabled ? (
        <>
          <Badge tone="bad" icon="pause">
            Disabled
          </Badge>
          <button type="button" className="button small quiet" onClick={() => void restore()}>
            Restore
          </button>
        </>
      ) : (
        <div className="row-actions">
          <button type="button" className="button small quiet" onClick={open}>
            Settings
          </button>
          <button type="button" className="button small quiet" onClick={() => setAsking(true)}>
            Disable
          </button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Disable this brokerage?"
          action="Disable the brokerage"
          isDanger
          run={disable}
          onClose={() => setAsking(false)}
        >
          <p>
            The website of <bdi>{name}</bdi> is shown nowhere from now on, and its staff are signed out. Its
            records stay, and it can be restored.
          </p>
        </ConfirmDialog>
      )}
    </li>
  );
}
