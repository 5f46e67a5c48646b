import { useSyncExternalStore } from "react";
import { Icon } from "../../icons/icon.tsx";
import { queries } from "../queries.ts";

function subscribe(listener: () => void): () => void {
  const onOnline = () => {
    listener();
    // What changed meanwhile is read again.
    void queries.invalidateQueries();
  };
  addEventListener("online", onOnline);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", onOnline);
    removeEventListener("offline", listener);
  };
}

/** Says that the network is away. What was loaded stays; what is typed is kept. */
export function ConnectionBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && (
        <p className="notice warn">
          <Icon name="wifi-slash" />
          No network. What you see may be old; nothing can be saved until it is back.
        </p>
      )}
    </div>
  );
}
