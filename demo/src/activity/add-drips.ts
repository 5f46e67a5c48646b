import { copyDripStarter } from "../../../server/src/drips/index.ts";
import { enrollLead } from "../../../server/src/outreach/index.ts";
import type { Context } from "../../../server/src/platform/context.ts";
import type { StoredLead } from "../leads/add-leads.ts";
import { asPerson, hoursAgo } from "../leads/staff-actor.ts";
import type { Demo } from "./demo.ts";

/** Leads by the starter that they are enrolled in, with the hours since. */
const ENROLLED: Record<string, Record<string, number>> = {
  new_buyer: {
    "Gideon Hartwell": 4,
    "Celeste Navarro": 19,
    "Bram Oosterhuis": 23,
    "Marisol Echeverria": 30,
    "Leopold Finch": 25,
  },
  new_seller: { "Yolanda Pettibone": 20 },
  long_nurture: { "Magnus Delacroix": 60, "Birgitta Sorrel": 30 },
  past_client: { "Rosalind Petrakis": 48, "Estelle Bonaventure": 70, "Thaddeus Nye": 24 },
  open_house_visitor: {},
};

/** Copies starters of sequences and enrolls leads; letters that are due are sent after the start. */
export async function addDrips(ctx: Context, { brokerageId, leads, staff }: Demo): Promise<void> {
  const by = (hours: number) => asPerson(hoursAgo(ctx, hours), brokerageId, staff.broker);
  for (const [key, enrolled] of Object.entries(ENROLLED)) {
    const { id: sequence_id } = await copyDripStarter(by(400), { key });
    for (const [name, hours] of Object.entries(enrolled))
      await enrollLead(by(hours), { sequence_id, lead_id: (leads.get(name) as StoredLead).id });
  }
}
