import type { Context } from "../platform/context.ts";
import { route } from "../platform/http/route.ts";
import { autocomplete } from "./autocomplete.ts";
import { compareSearches } from "./compare-searches.ts";
import { findSimilarImages } from "./find-similar-images.ts";
import { multimodalSearch } from "./multimodal-search.ts";
import * as schemas from "./search.schemas.ts";
import { semanticSearch } from "./semantic-search.ts";

/** Runs the search through the fair queue of searches. */
function queued<Ctx extends Context, Input, Result>(
  search: (ctx: Ctx, input: Input) => Promise<Result>,
): (ctx: Ctx, input: Input) => Promise<Result> {
  return (ctx, input) => ctx.searches.run(ctx.caller, ctx.signal, () => search(ctx, input));
}

const MODEL_UNAVAILABLE = "Search service unavailable: the model does not answer";
/** Settings of all searches that call a model. */
const search = {
  tag: "Search",
  permission: "public",
  tenant: true,
  method: "POST",
  readsOnly: true,
  query: schemas.SearchTenant,
  errors: { 503: MODEL_UNAVAILABLE },
} as const;

export const searchRoutes = [
  route({
    ...search,
    path: "/api/search/semantic",
    operationId: "semanticSearch",
    summary: "Search listings in natural language",
    limits: ["semantic_search"],
    body: schemas.SemanticQuery,
    response: schemas.SemanticResults,
    run: queued(semanticSearch),
  }),
  route({
    ...search,
    path: "/api/search/multimodal",
    operationId: "multimodalSearch",
    summary: "Search listings by their texts and their photos",
    limits: ["multimodal_search", "multimodal_address"],
    body: schemas.MultimodalQuery,
    response: schemas.MultimodalResults,
    run: queued(multimodalSearch),
  }),
  route({
    ...search,
    path: "/api/search/compare",
    operationId: "compareSearches",
    summary: "Compare three search methods for a query, and recommend one",
    limits: ["compare_searches"],
    body: schemas.CompareQuery,
    response: schemas.ComparedSearches,
    run: queued(compareSearches),
  }),
  route({
    ...search,
    path: "/api/search/similar-images",
    operationId: "findSimilarImages",
    summary: "Search photos that look like a picture",
    limits: ["similar_images"],
    body: schemas.SimilarImagesQuery,
    response: schemas.SimilarImages,
    errors: { 400: "There is no picture at `image_url`, or the URL is not allowed", 503: MODEL_UNAVAILABLE },
    run: findSimilarImages,
  }),
  route({
    tag: "Search",
    permission: "public",
    tenant: true,
    sameForAll: true,
    method: "GET",
    path: "/api/search/autocomplete",
    operationId: "autocomplete",
    summary: "Autocomplete a search query",
    description:
      "Ignores case, accents and punctuation; tolerates typos. Suggestions that begin with `q` come first, then " +
      "those with a later word that does, then those after correction of typos; each group by descending number of listings.",
    query: schemas.AutocompleteQuery,
    response: schemas.Suggestions,
    tagged: true,
    run: autocomplete,
  }),
];
