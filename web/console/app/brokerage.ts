import { useSyncExternalStore } from "react";
import { api, type Schema } from "./api.ts";
import { useMe } from "./me.ts";

const KEY = "lintel-console-brokerage";
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

/** Chooses the brokerage whose pages an admin sees, in this browser. */
export function chooseBrokerage(id: number): void {
  localStorage.setItem(KEY, String(id));
  for (const each of listeners) each();
}

/** The brokerages among which an admin chooses; none for others. */
export function useBrokerages(): Schema<"BrokerageCard">[] {
  const { role } = useMe();
  const { data } = api.useQuery(
    "get",
    "/api/admin/brokerages",
    { params: { query: { page_size: 100 } } },
    { enabled: role === "admin", staleTime: 300_000 },
  );
  return data?.items ?? [];
}

/**
 * What pages pass to the API as `brokerage_id`: for an admin the chosen brokerage, or the first one; undefined for brokers and agents, who
 * belong to one, and until an admin's brokerages are known.
 */
export function useBrokerageId(): number | undefined {
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(KEY));
  const brokerages = useBrokerages();
  const chosen = brokerages.find(({ id }) => id === Number(stored)) ?? brokerages[0];
  return chosen?.id;
}
