import { type Static, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { Id } from "../../platform/http/fields.ts";
import { LeadParams } from "../leads.schemas.ts";
import { MAX_TAGS_OF_BROKERAGE, MAX_TAGS_OF_LEAD, TagName } from "./tag-names.ts";

export const LeadTagsBody = Component("LeadTagsInput", {
  tags: Type.Array(TagName(), {
    maxItems: MAX_TAGS_OF_LEAD,
    description: "All tags of the lead from now on; an empty list removes them",
  }),
});
export type LeadTagsBody = Static<typeof LeadTagsBody>;

export const LeadTags = Component("LeadTags", {
  tags: Type.Array(Type.String(), { description: "All tags of the lead, by name" }),
});
export type LeadTags = Static<typeof LeadTags>;

export const TagOfLeadParams = Type.Object({ ...LeadParams.properties, tag: TagName() });
export type TagOfLeadParams = Static<typeof TagOfLeadParams>;

export const TagParams = Type.Object({ tag_id: Id() });
export type TagParams = Static<typeof TagParams>;

export const TagListQuery = Type.Object({
  brokerage_id: Type.Optional(
    Id({ description: "For admins: the brokerage; others get their own brokerage's" }),
  ),
});
export type TagListQuery = Static<typeof TagListQuery>;

export const Tag = Component("LeadTag", {
  id: Type.Integer(),
  name: Type.String(),
  leads: Type.Integer({ minimum: 0, description: "Number of leads with the tag that the caller may see" }),
});
export type Tag = Static<typeof Tag>;

export const TagList = Component("LeadTagList", {
  items: Type.Array(Tag, { description: `By name; a brokerage has at most ${MAX_TAGS_OF_BROKERAGE}` }),
  total: Type.Integer({ minimum: 0, description: "Number of tags" }),
});
export type TagList = Static<typeof TagList>;

export const TagRenameBody = Component("LeadTagRename", { name: TagName() });
export type TagRenameBody = Static<typeof TagRenameBody>;

export const TagDeleted = Type.Object({ message: Type.String() });
export type TagDeleted = Static<typeof TagDeleted>;
