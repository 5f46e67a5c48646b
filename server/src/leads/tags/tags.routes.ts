import { deletionOf } from "../../platform/http/record-version.ts";
import { route } from "../../platform/http/route.ts";
import { leadVersion } from "../lead-version.ts";
import { LeadParams } from "../leads.schemas.ts";
import { addLeadTag } from "./add-lead-tag.ts";
import { deleteLeadTag } from "./delete-lead-tag.ts";
import { listLeadTags } from "./list-lead-tags.ts";
import { removeLeadTag } from "./remove-lead-tag.ts";
import { renameLeadTag } from "./rename-lead-tag.ts";
import { setLeadTags } from "./set-lead-tags.ts";
import { tagListVersion, tagVersion } from "./tag-list-version.ts";
import * as schemas from "./tags.schemas.ts";

const ofLead = { tag: "Leads", permission: "authenticated", version: leadVersion } as const;
const tag = { tag: "Leads", path: "/api/v1/admin/leads/tags/{tag_id}", permission: "broker" } as const;
const tooMany = "The lead or its brokerage would have too many tags";

/** Tags: names that staff give to leads. */
export const tagRoutes = [
  route({
    ...ofLead,
    method: "PUT",
    path: "/api/v1/admin/leads/{lead_id}/tags",
    operationId: "setLeadTags",
    summary: "Replace the tags of a lead",
    description: "A name that the brokerage does not have yet becomes one of its tags.",
    params: LeadParams,
    body: schemas.LeadTagsBody,
    response: schemas.LeadTags,
    errors: { 404: "Lead not found", 409: tooMany },
    run: setLeadTags,
  }),
  route({
    ...ofLead,
    method: "PUT",
    path: "/api/v1/admin/leads/{lead_id}/tags/{tag}",
    operationId: "addLeadTag",
    summary: "Add a tag to a lead",
    params: schemas.TagOfLeadParams,
    ignoresBody: true,
    response: schemas.LeadTags,
    errors: { 404: "Lead not found", 409: tooMany },
    run: addLeadTag,
  }),
  route({
    ...ofLead,
    method: "DELETE",
    path: "/api/v1/admin/leads/{lead_id}/tags/{tag}",
    operationId: "removeLeadTag",
    summary: "Remove a tag of a lead",
    description: "A tag that the lead does not have is no error.",
    params: schemas.TagOfLeadParams,
    ignoresBody: true,
    response: schemas.LeadTags,
    errors: { 404: "Lead not found" },
    run: removeLeadTag,
  }),
  route({
    method: "GET",
    path: "/api/v1/admin/leads/tags",
    operationId: "listLeadTags",
    version: tagListVersion,
    summary: "List the tags of a brokerage with the number of their leads",
    description: "Agents count their own leads. The ETag is that of the names, for an edit of one of them.",
    tag: "Leads",
    permission: "authenticated",
    query: schemas.TagListQuery,
    response: schemas.TagList,
    errors: {
      400: "No brokerage context: an admin without a brokerage names one",
      404: "Brokerage not found",
    },
    run: listLeadTags,
  }),
  route({
    ...tag,
    method: "PATCH",
    operationId: "renameLeadTag",
    version: tagVersion,
    summary: "Rename a tag on all leads of its brokerage",
    params: schemas.TagParams,
    body: schemas.TagRenameBody,
    response: schemas.Tag,
    errors: { 404: "Tag not found", 409: "The brokerage has a tag of this name already" },
    run: renameLeadTag,
  }),
  route({
    ...tag,
    method: "DELETE",
    operationId: "deleteLeadTag",
    version: deletionOf(tagVersion),
    summary: "Delete a tag, and take it from all leads",
    params: schemas.TagParams,
    response: schemas.TagDeleted,
    errors: { 404: "Tag not found" },
    run: deleteLeadTag,
  }),
];
