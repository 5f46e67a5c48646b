import { route } from "../../platform/http/route.ts";
import { analyzePropertyImages } from "./analyze-property-images.ts";
import { deleteImageEmbeddings } from "./delete-image-embeddings.ts";
import { getImageIndexStats } from "./get-image-index-stats.ts";
import { getIndexingJob } from "./get-indexing-job.ts";
import * as schemas from "./indexing.schemas.ts";
import { reindexImages } from "./reindex-images.ts";

const indexing = { tag: "Images", permission: "admin" } as const;

/** Administration of the photo index (SPEC: Image search and indexing). */
export const indexingRoutes = [
  route({
    ...indexing,
    method: "POST",
    path: "/api/admin/properties/{property_id}/analyze-images",
    operationId: "analyzePropertyImages",
    summary: "Analyze the photos of a property now",
    description:
      "Analyzes all photos again; manual room types and features stay. Takes at most a minute: photos that are not done " +
      "by then are reported as errors. If no photo can be analyzed, the reply is the first photo's error.",
    params: schemas.PropertyParams,
    ignoresBody: true,
    ownTransactions: true,
    response: schemas.Analysis,
    errors: {
      404: "Property not found",
      409: "The property's source allows no models",
      413: schemas.VisionRefusal("VISION_004"),
      422: schemas.VisionRefusal("VISION_003"),
      502: schemas.VisionRefusal("VISION_005", "VISION_006"),
      503: schemas.VisionRefusal("VISION_001", "VISION_002"),
      507: schemas.VisionRefusal("VISION_007"),
    },
    endsAtStop: true,
    run: analyzePropertyImages,
  }),
  route({
    ...indexing,
    method: "POST",
    path: "/api/admin/embeddings/reindex/images",
    operationId: "reindexImages",
    summary: "Start an indexing job",
    description:
      "Analyzes photos of up to `limit` properties: new and failed ones, those analyzed by other models, and those removed from the " +
      "index; with `force` all. One job runs at a time.",
    limits: ["reindex"],
    query: schemas.ReindexQuery,
    body: schemas.ReindexBody,
    ownTransactions: true,
    status: 202,
    response: schemas.StartedJob,
    errors: {
      404: "Property not found",
      429: "Rate limit exceeded, or `Another indexing job is already running`",
      503: schemas.VisionRefusal("VISION_001", "VISION_002"),
    },
    run: reindexImages,
  }),
  route({
    ...indexing,
    method: "GET",
    path: "/api/admin/embeddings/jobs/{job_id}",
    operationId: "getIndexingJob",
    summary: "Get the progress of an indexing job",
    params: schemas.JobParams,
    response: schemas.IndexingJob,
    errors: { 404: "Job not found" },
    run: getIndexingJob,
  }),
  route({
    ...indexing,
    method: "GET",
    path: "/api/admin/embeddings/images/stats",
    operationId: "getImageIndexStats",
    summary: "Get statistics of the photo index",
    description: "Counts the photos that public properties show.",
    response: schemas.IndexStatistics,
    run: getImageIndexStats,
  }),
  route({
    ...indexing,
    method: "DELETE",
    path: "/api/admin/embeddings/images",
    operationId: "deleteImageEmbeddings",
    summary: "Remove photos from the index",
    description:
      "Searches no longer find them, even after another import of their properties, until they are analyzed or " +
      "reindexed on request. With `delete_descriptions` the models' descriptions are hidden too.",
    body: schemas.DeleteEmbeddingsBody,
    response: schemas.DeletedEmbeddings,
    run: deleteImageEmbeddings,
  }),
];
