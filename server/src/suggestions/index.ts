export { suggestionRoutes } from "./suggestions.routes.ts";
export { countPendingSuggestions } from "./visible-suggestions.ts";
