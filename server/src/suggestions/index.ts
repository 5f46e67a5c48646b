export { approveSuggestion } from "./approve-suggestion.ts";
export { createSuggestion } from "./create-suggestion.ts";
export { suggestionRoutes } from "./suggestions.routes.ts";
export { countPendingSuggestions } from "./visible-suggestions.ts";
