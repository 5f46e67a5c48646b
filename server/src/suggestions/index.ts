export { countPendingSuggestions } from "./count-pending-suggestions.ts";
export { suggestionRoutes } from "./suggestions.routes.ts";
