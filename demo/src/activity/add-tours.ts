import type { UsesListings } from "../../../server/src/listings/index.ts";
import type { Context } from "../../../server/src/platform/context.ts";
import { requestTour, updateTour } from "../../../server/src/tours/index.ts";
import type { StoredLead } from "../leads/add-leads.ts";
import { asPerson, hoursAgo } from "../leads/staff-actor.ts";
import { dayAfter } from "../market-history.ts";
import { asVisitor } from "./as-visitor.ts";
import type { Demo } from "./demo.ts";

type Wish = {
  of: string;
  in: string;
  ago: number;
  /** From today on; negative for a tour that was. */
  inDays: number;
  time: string;
  message?: string;
  become?: readonly ("confirmed" | "completed" | "cancelled")[];
};

const TOURS: readonly Wish[] = [
  { of: "Lucinda Farrow", in: "Nampa", ago: 31, inDays: 0, time: "5:00 pm", become: ["confirmed"] },
  { of: "Rufus Delaney", in: "Meridian", ago: 28, inDays: 0, time: "2:30 pm", become: ["confirmed"] },
  { of: "Saskia Wray", in: "Boise", ago: 20, inDays: 0, time: "10:00 am", become: ["confirmed"] },
  {
    of: "Celeste Navarro",
    in: "Boise",
    ago: 13,
    inDays: 3,
    time: "after 4 pm",
    message: "Is there a bike room?",
  },
  {
    of: "Nora Quillfeather",
    in: "Boise",
    ago: 0.015,
    inDays: 2,
    time: "in the morning",
    message: "Two of us.",
  },
  {
    of: "Otto Kirkegaard",
    in: "Meridian",
    ago: 140,
    inDays: -3,
    time: "noon",
    become: ["confirmed", "completed"],
  },
  {
    of: "Juniper Vance",
    in: "Boise",
    ago: 170,
    inDays: -5,
    time: "9:30 am",
    become: ["confirmed", "cancelled"],
  },
];

/** Adds tours: of today, such as wait for an answer, and past ones. The days are those of the brokerage's clock. */
export async function addTours(
  ctx: Context<UsesListings>,
  { brokerageId, leads, homes, staff }: Demo,
): Promise<void> {
  const today = ctx.clock.now().toLocaleDateString("en-CA", { timeZone: "America/Boise" });
  for (const [nth, { of, in: town, ago, inDays, time, message, become = [] }] of TOURS.entries()) {
    const { name, email, phone } = leads.get(of) as StoredLead;
    const tour = await requestTour(asVisitor(hoursAgo(ctx, ago), brokerageId), {
      ...{ listing_id: homes.get(town)?.[nth] as string, name, email, phone: phone ?? "" },
      ...{ preferred_date: dayAfter(today, inDays), preferred_time: time, message: message ?? "" },
    });
    for (const status of become) {
      const then = asPerson(hoursAgo(ctx, ago / 2), brokerageId, staff.broker);
      await updateTour(then, { request_id: tour.id, status });
    }
  }
}
