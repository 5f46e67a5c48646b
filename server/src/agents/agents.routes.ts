import { deletionOf } from "../platform/http/record-version.ts";
import { route } from "../platform/http/route.ts";
import * as inputs from "./agent-inputs.schemas.ts";
import { agentVersion, ownProfileVersion } from "./agent-version.ts";
import * as schemas from "./agents.schemas.ts";
import { createAgent } from "./create-agent.ts";
import { deleteAgent } from "./delete-agent.ts";
import { getAgent } from "./get-agent.ts";
import { getPublicAgent } from "./get-public-agent.ts";
import { listAgents } from "./list-agents.ts";
import { listPublicAgents } from "./list-public-agents.ts";
import { uploadAgentPhoto } from "./photo/upload-agent-photo.ts";
import { searchAgents } from "./search-agents.ts";
import { updateAgent } from "./update-agent.ts";
import { updateOwnProfile } from "./update-own-profile.ts";

const MEGABYTE = 1_048_576;

const forStaff = { tag: "Agents", permission: "authenticated" } as const;
const forBrokers = { tag: "Agents", permission: "broker" } as const;
const forAll = { tag: "Agents", permission: "public", tenant: true, sameForAll: true } as const;

export const agentRoutes = [
  route({
    ...forStaff,
    method: "GET",
    path: "/api/admin/agents",
    operationId: "listAgents",
    summary: "List agents by name",
    description:
      "Disabled agents and agents of disabled brokerages are left out, unless an admin sets `include_disabled`.",
    query: inputs.AgentListQuery,
    response: schemas.AgentPage,
    run: listAgents,
  }),
  route({
    ...forBrokers,
    method: "POST",
    path: "/api/admin/agents",
    operationId: "createAgent",
    summary: "Create an agent",
    body: inputs.CreateAgentBody,
    response: schemas.CreatedAgent,
    errors: {
      400: "Agent with slug '<slug>' already exists",
      403: "Broker or admin role required, or Cannot create agent for another brokerage",
      404: "Brokerage not found",
    },
    run: createAgent,
  }),
  route({
    ...forStaff,
    method: "GET",
    path: "/api/admin/agents/{agent_id}",
    operationId: "getAgent",
    version: agentVersion,
    summary: "Get an agent",
    description: "Admins also see disabled agents.",
    params: inputs.AgentParams,
    response: schemas.Agent,
    errors: { 404: "Agent not found" },
    run: getAgent,
  }),
  route({
    ...forBrokers,
    method: "PUT",
    path: "/api/admin/agents/{agent_id}",
    operationId: "updateAgent",
    version: agentVersion,
    summary: "Update an agent",
    description:
      "Fields that are absent keep their values. The brokerage of an agent cannot change. " +
      "Only an admin can update a disabled agent, and only with `disabled_at: null`, which restores it.",
    params: inputs.AgentParams,
    body: inputs.PutAgentBody,
    response: schemas.Agent,
    errors: { 400: "Agent with slug '<slug>' already exists", 404: "Agent not found" },
    run: updateAgent,
  }),
  route({
    method: "DELETE",
    path: "/api/admin/agents/{agent_id}",
    operationId: "deleteAgent",
    summary: "Disable an agent",
    tag: "Agents",
    permission: "admin",
    params: inputs.AgentParams,
    response: schemas.DeletedAgent,
    errors: { 404: "Agent not found" },
    version: deletionOf(agentVersion),
    run: deleteAgent,
  }),
  route({
    ...forStaff,
    method: "GET",
    path: "/api/admin/search/agents",
    operationId: "searchAgents",
    summary: "Search agents by the text of their profiles",
    query: inputs.AgentSearchQuery,
    response: schemas.AgentSearchResults,
    run: searchAgents,
  }),
  route({
    ...forStaff,
    method: "PATCH",
    path: "/api/admin/me",
    operationId: "updateOwnProfile",
    version: ownProfileVersion,
    summary: "Update the caller's own agent profile",
    body: inputs.UpdateOwnProfileBody,
    response: schemas.Agent,
    errors: { 404: "Agent not found" },
    run: updateOwnProfile,
  }),
  route({
    ...forStaff,
    method: "POST",
    path: "/api/upload/agent-photo",
    operationId: "uploadAgentPhoto",
    summary: "Upload the photo of an agent",
    description:
      "Agents can upload their own photo, brokers those of their brokerage's agents. Stored as JPEG without metadata.",
    upload: { maxBytes: 10 * MEGABYTE },
    body: inputs.AgentPhotoForm,
    response: schemas.UploadedPhoto,
    errors: {
      403: "Agents change only their own photo",
      404: "Agent not found",
      413: "Over 10 MB or 40 megapixels",
      415: "Not a JPEG, PNG or WebP image, or damaged",
      503: "The file storage cannot be used at the moment",
    },
    run: uploadAgentPhoto,
  }),
  route({
    ...forAll,
    method: "GET",
    path: "/api/public/agents",
    operationId: "listPublicAgents",
    summary: "List the brokerage's active agents by name",
    query: inputs.PublicAgentsQuery,
    response: schemas.PublicAgentPage,
    run: listPublicAgents,
  }),
  route({
    ...forAll,
    method: "GET",
    path: "/api/public/agents/{slug}",
    operationId: "getPublicAgent",
    summary: "Get an active agent",
    params: inputs.AgentSlugParams,
    query: inputs.PublicAgentQuery,
    response: schemas.PublicAgent,
    errors: { 404: "Brokerage not found, or Agent not found" },
    run: getPublicAgent,
  }),
];
