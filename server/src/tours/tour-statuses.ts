export const tourStatuses = ["pending", "confirmed", "completed", "cancelled"] as const;
export type TourStatus = (typeof tourStatuses)[number];

/** The legal status changes (decisions.md: Leads). */
export const tourMoves: Record<TourStatus, readonly TourStatus[]> = {
  pending: ["confirmed", "cancelled"],
  confirmed: ["completed", "cancelled"],
  completed: [],
  cancelled: [],
};
