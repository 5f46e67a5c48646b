import type { BulkColumn } from "../../platform/database/bulk.ts";

type Party = { key: string; name: string | null; phone: string | null; email: string | null };

/** The columns of agents or offices of a source, as statements read them that write these. */
export function partyColumns(sourceId: number): BulkColumn<Party>[] {
  return [
    { name: "source_id", type: "integer", value: () => sourceId },
    { name: "key", type: "text", value: (party) => party.key },
    { name: "name", type: "text", value: (party) => party.name },
    { name: "phone", type: "text", value: (party) => party.phone },
    { name: "email", type: "text", value: (party) => party.email },
  ];
}
