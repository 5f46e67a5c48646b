import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../app/api.ts";
import { useBrokerageId } from "../../app/brokerage.ts";
import type { BoardSearch } from "./board-search.ts";
import type { Card, Column, Stage } from "./moves.ts";

const BOARD = "/api/v1/admin/leads/board";
/** Cards of each column at first, and of each further page. */
const PAGE_SIZE = 25;

/** The columns of the board, as far as their cards have been loaded. */
export function useBoard({ agent, pipeline_type }: BoardSearch) {
  const brokerage_id = useBrokerageId();
  const query = { assigned_agent_id: agent, pipeline_type, brokerage_id, per_column: PAGE_SIZE };
  const [pages, setPages] = useState<Partial<Record<Stage, number>>>({});
  const { data, error, refetch, dataUpdatedAt } = api.useQuery("get", BOARD, { params: { query } });
  const further = Object.entries(pages).flatMap(([stage, last]) =>
    Array.from({ length: last - 1 }, (_, nth) => ({ stage: stage as Stage, page: nth + 2 })),
  );
  const more = useQueries({
    queries: further.map((of) => api.queryOptions("get", BOARD, { params: { query: { ...query, ...of } } })),
  });
  const columns = data?.columns.map((column) => ({
    ...column,
    cards: once([
      ...column.cards,
      ...more.flatMap((page) => page.data?.columns.find(({ stage }) => stage === column.stage)?.cards ?? []),
    ]),
  }));
  return {
    columns,
    readAt: dataUpdatedAt,
    error: error ?? more.find((page) => page.error)?.error,
    isLoadingMore: more.some((page) => page.isPending),
    refetch,
    showMore: (stage: Stage) => setPages((before) => ({ ...before, [stage]: (before[stage] ?? 1) + 1 })),
  };
}

/** A card that moves between two replies could be in both. */
function once(cards: readonly Card[]): Card[] {
  return [...new Map(cards.map((card) => [card.id, card])).values()];
}

/** The columns as they will be once the moves that have been sent are confirmed. */
export function withMoves(columns: readonly Column[], moving: ReadonlyMap<number, Stage>): Column[] {
  const moved = columns
    .flatMap(({ cards }) => cards)
    .filter(({ id, stage }) => moving.has(id) && moving.get(id) !== stage);
  if (moved.length === 0) return [...columns];
  return columns.map((column) => {
    const stay = column.cards.filter((card) => !moved.includes(card));
    const arrive = moved
      .filter(({ id }) => moving.get(id) === column.stage)
      .map((card) => ({ ...card, stage: column.stage }));
    return {
      ...column,
      cards: [...arrive, ...stay],
      total: column.total - (column.cards.length - stay.length) + arrive.length,
    };
  });
}
