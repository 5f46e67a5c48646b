import { useMutation, useQuery } from "@tanstack/react-query";
import { api } from "../../../app/api.ts";
import { canNotify, ownSubscription, subscribe, unsubscribe } from "../../../app/push-subscription.ts";
import { ErrorNotice } from "../../../components/error-notice.tsx";
import { Loading } from "../../../components/loading.tsx";
import { Panel } from "../../../components/panel.tsx";
import { Icon } from "../../../icons/icon.tsx";

/** Notifications of this browser about new leads and those that wait, also while the console is closed. */
export function Notifications() {
  return (
    <Panel title="Notifications of this browser">
      <div className="panel-body">
        <NotificationState />
      </div>
    </Panel>
  );
}

function NotificationState() {
  const key = api.useQuery("get", "/api/v1/admin/push/key", {});
  const own = useQuery({ queryKey: ["own push subscription"], queryFn: ownSubscription, enabled: canNotify });
  const work = useMutation<unknown, Error>({
    mutationFn: async () => (own.data ? unsubscribe(own.data) : subscribe(key.data?.public_key ?? "")),
    onSettled: () => own.refetch(),
  });
  if (!canNotify) return <p>This browser cannot show notifications of websites.</p>;
  if (key.error && !key.data) return <ErrorNotice error={key.error} retry={() => void key.refetch()} />;
  if (!key.data || own.data === undefined) return <Loading />;
  if (!key.data.enabled)
    return (
      <p>This server sends no notifications: its operator sets VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY.</p>
    );
  if (Notification.permission === "denied")
    return <p>Notifications are blocked. Allow them in the browser's settings for this address.</p>;
  return (
    <>
      <p role="status">
        {own.data
          ? "This browser shows notifications about new leads and those that wait."
          : "This browser shows no notifications."}
      </p>
      <ErrorNotice error={work.error} />
      <div className="actions">
        <button
          type="button"
          className="button quiet"
          disabled={work.isPending}
          onClick={() => work.mutate()}
        >
          <Icon name="bell" />
          {own.data ? "Show none any more" : "Show notifications"}
        </button>
      </div>
    </>
  );
}
