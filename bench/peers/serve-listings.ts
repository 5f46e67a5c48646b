import Fastify from "fastify";
import { facetNamesOf } from "./facet-table.ts";
import { type Filters, filterProperties } from "./filters.ts";
import type { ListingStore } from "./listing-store.ts";
import type { TileAddress } from "./map-grid.ts";
import { clustersReply, tileReply } from "./map-replies.ts";
import { type SearchQuery, searchSchema, toPage } from "./search-query.ts";

type ClustersQuery = Filters & { zoom: number };

const clustersSchema = {
  type: "object",
  required: ["min_lat", "max_lat", "min_lng", "max_lng", "zoom"],
  properties: { ...filterProperties, zoom: { type: "number", minimum: 0, maximum: 22 } },
};
const filtersSchema = { type: "object", properties: filterProperties };
const square = { type: "integer", minimum: 0 };
const tileSchema = { type: "object", properties: { z: { ...square, maximum: 22 }, x: square, y: square } };

/** Answers searches, facets, map clusters and vector tiles on the port of the environment. */
export async function serveListings(store: ListingStore): Promise<void> {
  const app = Fastify();

  app.get<{ Querystring: SearchQuery }>(
    "/api/properties",
    { schema: { querystring: searchSchema } },
    async ({ query }, reply) => {
      const names = facetNamesOf(query.facets);
      const [page, facets] = await Promise.all([
        store.page(query),
        names.length > 0 ? store.facets(query, names) : null,
      ]);
      return reply.type("application/json").send(toPage(query, page, facets));
    },
  );

  app.get<{ Querystring: ClustersQuery }>(
    "/api/map/clusters",
    { schema: { querystring: clustersSchema } },
    async ({ query: { zoom, ...filters } }, reply) =>
      reply.type("application/json").send(await clustersReply(store, filters, zoom)),
  );

  app.get<{ Params: TileAddress; Querystring: Filters }>(
    "/api/map/tiles/:z/:x/:y.mvt",
    { schema: { querystring: filtersSchema, params: tileSchema } },
    async ({ params, query }, reply) => {
      const bytes = await tileReply(store, params, query);
      if (bytes.length === 0) return reply.code(204).send();
      return reply.type("application/vnd.mapbox-vector-tile").send(bytes);
    },
  );

  await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
}
