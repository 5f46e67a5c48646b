import { useEffect, useSyncExternalStore } from "react";
import { Icon } from "../../icons/icon.tsx";
import { awaitStream, useStreamLost } from "../live/stream-state.ts";
import { queries } from "../queries.ts";

function subscribe(listener: () => void): () => void {
  const onOnline = () => {
    awaitStream();
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

/** Says that the network is away, or that the server does not answer. What was loaded stays; what is typed is kept. */
export function ConnectionBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const isLost = useStreamLost();
  useEffect(() => {
    // What changed meanwhile is read again, also where the stream has no events of it.
    if (isLost) return () => void queries.invalidateQueries();
  }, [isLost]);
  return (
    <div role="status">
      {(!isOnline || isLost) && (
        <p className="notice warn">
          <Icon name="wifi-slash" />
          {isOnline
            ? "The server does not answer. What you see may be old; what you type is kept."
            : "No network. What you see may be old; nothing can be saved until it is back."}
        </p>
      )}
    </div>
  );
}
