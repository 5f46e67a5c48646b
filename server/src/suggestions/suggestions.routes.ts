import { route } from "../platform/http/route.ts";
import { approveSuggestion } from "./approve-suggestion.ts";
import { createSuggestion } from "./create-suggestion.ts";
import { getSuggestion } from "./get-suggestion.ts";
import { listSuggestions } from "./list-suggestions.ts";
import { rejectSuggestion } from "./reject-suggestion.ts";
import * as schemas from "./suggestions.schemas.ts";
import { targetVersion } from "./target-version.ts";

const suggestions = { tag: "Suggestions" } as const;
const decided = "The suggestion is already approved or rejected";

export const suggestionRoutes = [
  route({
    ...suggestions,
    method: "GET",
    path: "/api/admin/suggestions",
    operationId: "listSuggestions",
    summary: "List suggestions, newest first",
    description: "Agents see their own suggestions, brokers those about their brokerage, admins all.",
    permission: "authenticated",
    query: schemas.SuggestionListQuery,
    response: schemas.SuggestionPage,
    run: listSuggestions,
  }),
  route({
    ...suggestions,
    method: "POST",
    path: "/api/admin/suggestions",
    operationId: "createSuggestion",
    summary: "Suggest a change of a brokerage, an agent or a broker contact",
    permission: "authenticated",
    body: schemas.CreateSuggestionBody,
    status: 201,
    response: schemas.Suggestion,
    errors: { 404: "Brokerage not found, Agent not found, or Broker contact not found" },
    run: createSuggestion,
  }),
  route({
    ...suggestions,
    method: "GET",
    path: "/api/admin/suggestions/{suggestion_id}",
    operationId: "getSuggestion",
    summary: "Get a suggestion",
    permission: "authenticated",
    params: schemas.SuggestionParams,
    response: schemas.Suggestion,
    errors: { 404: "Suggestion not found" },
    run: getSuggestion,
  }),
  route({
    ...suggestions,
    method: "POST",
    path: "/api/admin/suggestions/{suggestion_id}/approve",
    operationId: "approveSuggestion",
    summary: "Approve a suggestion, and apply it",
    description:
      "If-Match takes the ETag of the brokerage, agent or broker contact that the suggestion edits, and the reply has its new one.",
    permission: "broker",
    params: schemas.SuggestionParams,
    response: schemas.Suggestion,
    errors: {
      400: "The change is no longer possible; the suggestion stays pending",
      404: "Suggestion not found, or its target no longer exists",
      409: decided,
    },
    version: targetVersion,
    run: approveSuggestion,
  }),
  route({
    ...suggestions,
    method: "POST",
    path: "/api/admin/suggestions/{suggestion_id}/reject",
    operationId: "rejectSuggestion",
    summary: "Reject a suggestion",
    permission: "broker",
    params: schemas.SuggestionParams,
    body: schemas.RejectSuggestionBody,
    response: schemas.Suggestion,
    errors: { 404: "Suggestion not found", 409: decided },
    run: rejectSuggestion,
  }),
];
