import { useShortcut } from "../../app/shell/shortcuts.ts";
import type { Card, Column } from "./moves.ts";

/** What takes the focus of a card: its link. */
export function cardElement(id: number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-card="${id}"] a`);
}

/** Once the menu or dialog that has the focus is gone, which gives it back to where it was. */
export function focusSoon(id: number | undefined): void {
  if (id === undefined) return;
  const isCovered = document.querySelector(".dialog, .menu") !== null;
  setTimeout(() => (isCovered ? focusSoon(id) : cardElement(id)?.focus()), 50);
}

/** The card after it in its column, else the one before it, else itself. */
export function nextTo(card: Card, columns: readonly Column[]): number {
  const cards = columns.find(({ stage }) => stage === card.stage)?.cards ?? [];
  const at = cards.findIndex(({ id }) => id === card.id);
  return (cards[at + 1] ?? cards[at - 1] ?? card).id;
}

/** Arrows go from card to card, Home and End to the first and last of the column; `m` opens the menu of moves. */
export function useBoardKeys(columns: readonly Column[], onMenu: (card: Card) => void): void {
  const lanes = columns.map(({ cards }) => cards).filter((cards) => cards.length > 0);
  const place = () => {
    const id = Number(document.activeElement?.closest<HTMLElement>("[data-card]")?.dataset.card);
    const lane = lanes.findIndex((cards) => cards.some((card) => card.id === id));
    return { lane, at: lanes[lane]?.findIndex((card) => card.id === id) ?? -1 };
  };
  const go = (to: (lane: number, at: number) => readonly [lane: number, at: number]) => {
    const { lane, at } = place();
    const [nextLane, nextAt] = lane < 0 ? [0, 0] : to(lane, at);
    const cards = lanes[Math.min(lanes.length - 1, Math.max(0, nextLane))] ?? [];
    const card = cards[Math.min(cards.length - 1, Math.max(0, nextAt))];
    if (!card) return;
    const element = cardElement(card.id);
    element?.focus();
    element?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  useShortcut("arrowright", () => go((lane, at) => [lane + 1, at]));
  useShortcut("arrowleft", () => go((lane, at) => [lane - 1, at]));
  useShortcut("arrowdown", () => go((lane, at) => [lane, at + 1]));
  useShortcut("arrowup", () => go((lane, at) => [lane, at - 1]));
  useShortcut("home", () => go((lane) => [lane, 0]));
  useShortcut("end", () => go((lane) => [lane, Number.POSITIVE_INFINITY]));
  useShortcut("m", () => {
    const { lane, at } = place();
    const card = lanes[lane]?.[at];
    if (card) onMenu(card);
  });
}
