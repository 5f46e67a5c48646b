import { route } from "../../../platform/http/route.ts";
import { LeadParams } from "../../leads.schemas.ts";
import { addLeadNote } from "./add-lead-note.ts";
import { LeadNote, LeadNoteBody } from "./notes.schemas.ts";

export const noteRoutes = [
  route({
    method: "POST",
    path: "/api/v1/admin/leads/{lead_id}/notes",
    operationId: "addLeadNote",
    summary: "Add a note to the timeline of a lead",
    description:
      "Notes are rows `note_added` of the timeline. They are no contacts and cannot be edited; `notes` of the lead is one text, which can.",
    tag: "Leads",
    permission: "authenticated",
    params: LeadParams,
    body: LeadNoteBody,
    status: 201,
    response: LeadNote,
    errors: { 404: "Lead not found" },
    run: addLeadNote,
  }),
];
