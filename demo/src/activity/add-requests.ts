import type { UsesBrokerages } from "../../../server/src/brokerages/index.ts";
import type { UsesModels } from "../../../server/src/models/index.ts";
import type { Context } from "../../../server/src/platform/context.ts";
import { createPrivacyRequest } from "../../../server/src/privacy/index.ts";
import { approveSuggestion, createSuggestion } from "../../../server/src/suggestions/index.ts";
import type { Staff } from "../add-staff.ts";
import type { StoredLead } from "../leads/add-leads.ts";
import { asPerson, hoursAgo } from "../leads/staff-actor.ts";
import { asVisitor } from "./as-visitor.ts";
import type { Demo } from "./demo.ts";

type Wanted = { by: string; ago: number; changes: object; note: string; isApproved?: true };

/** What agents would like to have in their own profiles. */
const SUGGESTIONS: readonly Wanted[] = [
  {
    ...{ by: "orrin-castleberry", ago: 90, note: "New number since the spring.", isApproved: true },
    changes: { phone: "(208) 555-0173" },
  },
  {
    ...{ by: "mateo-arriaga", ago: 26, note: "Two more lenders take part in the program now." },
    changes: {
      specialties: ["First-time buyers", "IHFA and FHA loans", "Down payment help", "Canyon County"],
    },
  },
  {
    ...{ by: "linnea-soderstrom", ago: 5, note: "Winter hours, until the road to the lake is plowed." },
    changes: {
      bio: "Linnea covers McCall, Cascade and Donnelly: lake cabins, ski-in lots and log homes that have to stand up to six feet of snow. She keeps a list of roofers who answer in February, and shows homes by video while the roads are closed. In summer her showings are often by boat.",
    },
  },
];

/** Adds what waits for the brokerage's decision: suggestions of its agents, and requests about personal data. */
export async function addRequests(
  ctx: Context<UsesBrokerages & UsesModels>,
  { brokerageId, leads, staff }: Demo,
): Promise<void> {
  for (const { by, ago, changes, note, isApproved } of SUGGESTIONS) {
    const agent = staff.agents.get(by) as Staff["broker"] & { id: number };
    const { id: suggestion_id } = await createSuggestion(asPerson(hoursAgo(ctx, ago), brokerageId, agent), {
      ...{ target_type: "agent", target_id: agent.id, changes: { ...changes }, note },
    });
    if (isApproved)
      await approveSuggestion(asPerson(hoursAgo(ctx, ago - 2), brokerageId, staff.broker), { suggestion_id });
  }
  for (const [name, kind] of [
    ["Quentin Asher", "erase"],
    ["Estelle Bonaventure", "export"],
  ] as const) {
    const { email } = leads.get(name) as StoredLead;
    await createPrivacyRequest(asVisitor(hoursAgo(ctx, 2), brokerageId), { kind, email });
  }
}
