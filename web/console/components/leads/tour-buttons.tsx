import { useMutation } from "@tanstack/react-query";
import { client, type Schema } from "../../app/api.ts";
import { type ApiError, messageOf } from "../../app/api-error.ts";
import { refreshLeads } from "../../app/refresh-leads.ts";
import { notify, notifyFailure } from "../toasts.tsx";

type Status = Schema<"Tour">["status"];

/** What a tour can become, as the API allows it. */
const moves: Record<Status, readonly { to: Status; label: string }[]> = {
  pending: [
    { to: "confirmed", label: "Confirm" },
    { to: "cancelled", label: "Decline" },
  ],
  confirmed: [
    { to: "completed", label: "Done" },
    { to: "cancelled", label: "Cancel" },
  ],
  completed: [],
  cancelled: [],
};

/** Confirms or declines a tour; later, says that it took place or not. */
export function TourButtons({ tour: { id, status, name } }: { tour: Schema<"Tour"> }) {
  const change = useMutation<unknown, ApiError, Status>({
    mutationFn: (status) =>
      client.PATCH("/api/tours/{request_id}", { params: { path: { request_id: id } }, body: { status } }),
    onSuccess: (_data, to) => {
      notify({ title: `Tour with ${name} ${to}` });
      return refreshLeads();
    },
    onError: (error) => notifyFailure("The tour was not changed", messageOf(error)),
  });
  return moves[status].map(({ to, label }, nth) => (
    <button
      key={to}
      type="button"
      className={`button small ${nth === 0 ? "" : "quiet"}`.trim()}
      disabled={change.isPending}
      onClick={() => change.mutate(to)}
    >
      {label}
      <span className="visually-hidden"> the tour with {name}</span>
    </button>
  ));
}
