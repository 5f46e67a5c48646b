import type { Staff } from "../add-staff.ts";
import type { StoredLeads } from "../leads/add-leads.ts";

/** What activity is added to. */
export type Demo = {
  brokerageId: number;
  staff: Staff;
  leads: StoredLeads;
  /** Names of public listings by their town. */
  homes: ReadonlyMap<string, readonly string[]>;
};
