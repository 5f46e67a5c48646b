import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { allPages } from "./all-pages.ts";
import { client, type Schema } from "./api.ts";
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
  const { data } = useQuery({
    queryKey: ["get", "/api/admin/brokerages", "all"],
    queryFn: () => allPages((paging) => client.GET("/api/admin/brokerages", { params: { query: paging } })),
    enabled: role === "admin",
    staleTime: 300_000,
  });
  return data ?? [];
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
