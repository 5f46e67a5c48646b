import { keepPreviousData } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { api, type Schema } from "../api.ts";
import { useMay } from "../me.ts";
import { useFoundAgents } from "./find-agents.ts";
import { useFoundDrips } from "./find-drips.ts";
import { useFoundHomes } from "./find-homes.ts";
import { type Found, type FoundGroup, hasWords } from "./found.ts";
import { actions, navigation } from "./navigation.ts";

const MOST_PAGES = 20;
const MOST_LEADS = 8;

/** Pages, drips and agents whose names have the words, homes by address or id, and leads whose name, email, subject or phone has them. */
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
  const drips = useFoundDrips(q, isWanted);
  const { agents, reassigning } = useFoundAgents(q, isWanted);
  const groups = useMemo(() => {
    const pages = [...navigation.flatMap(({ entries }) => entries), ...actions]
      .filter(({ label, needs }) => may(needs) && label.toLowerCase().includes(q.toLowerCase()))
      .slice(0, MOST_PAGES)
      .map(({ to, label, icon }) => ({ value: `page ${to}`, label, hint: null, icon, to }));
    const found = isWanted ? (leads.data?.items ?? []).map(foundLead) : [];
    const people = leads.isPlaceholderData ? found.filter((person) => hasWords(person, q)) : found;
    return [
      { value: "People", items: [...people, ...agents] },
      { value: "Homes", items: homes },
      { value: "Drips", items: drips },
      { value: "Pages", items: [...pages, ...reassigning] },
    ].filter(({ items }) => items.length > 0);
  }, [q, isWanted, leads.data, leads.isPlaceholderData, homes, drips, agents, reassigning, may]);
  return { groups, isSearching: (isWanted && leads.isFetching) || isSearchingHomes };
}

function foundLead({ id, first_name, last_name, email }: Schema<"LeadSummary">): Found {
  const name = `${first_name} ${last_name}`.trim();
  return { value: `lead ${id}`, label: name || email, hint: email, icon: "users", to: `/leads/${id}` };
}
