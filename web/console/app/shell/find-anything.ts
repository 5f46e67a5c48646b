import { keepPreviousData } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import type { IconName } from "../../icons/icon.tsx";
import { api, type Schema } from "../api.ts";
import { useMay } from "../me.ts";
import { useFoundHomes } from "./find-homes.ts";
import { actions, navigation } from "./navigation.ts";

/** `value` is unique among all. */
export type Found = { value: string; label: string; hint: string | null; icon: IconName; to: string };
export type FoundGroup = { value: string; items: Found[] };

const MOST_PAGES = 20;
const MOST_LEADS = 8;

/** Pages whose names have the words, homes by address or id, and people whose name, email, subject or phone has them. */
export function useFound(words: string, isOpen: boolean): { groups: FoundGroup[]; isSearching: boolean } {
  const may = useMay();
  const q = useDeferredValue(words.trim());
  const isWanted = isOpen && q.length >= 2;
  const leads = api.useQuery(
    "get",
    "/api/v1/admin/leads",
    { params: { query: { q, page_size: MOST_LEADS } } },
    { enabled: isWanted && may("listLeads"), placeholderData: keepPreviousData },
  );
  const { homes, isSearching: isSearchingHomes } = useFoundHomes(q, isWanted);
  const groups = useMemo(() => {
    const pages = [...navigation.flatMap(({ entries }) => entries), ...actions]
      .filter(({ label, needs }) => may(needs) && label.toLowerCase().includes(q.toLowerCase()))
      .slice(0, MOST_PAGES)
      .map(({ to, label, icon }) => ({ value: `page ${to}`, label, hint: null, icon, to }));
    const people = isWanted ? (leads.data?.items ?? []).map(foundLead) : [];
    return [
      { value: "People", items: people },
      { value: "Homes", items: homes },
      { value: "Pages", items: pages },
    ].filter(({ items }) => items.length > 0);
  }, [q, isWanted, leads.data, homes, may]);
  return { groups, isSearching: (isWanted && leads.isFetching) || isSearchingHomes };
}

function foundLead({ id, first_name, last_name, email }: Schema<"LeadSummary">): Found {
  const name = `${first_name} ${last_name}`.trim();
  return { value: `lead ${id}`, label: name || email, hint: email, icon: "users", to: `/leads/${id}` };
}
