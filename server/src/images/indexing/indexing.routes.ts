import { route } from "../../platform/http/route.ts";
import { analyzePropertyImages } from "./analyze-property-images.ts";
import { deleteImageEmbeddings } from "./delete-image-embeddings.ts";
import { getImageIndexStats } from "./get-image-index-stats.ts";
import { getIndexingJob } from "./get-indexing-job.ts";
import * as schemas from "./indexing.schemas.ts";
import { reindexImages } from "./reindex-images.ts";

const indexing = { tag: "Images", permission: "admin" } as const;

/** What an admin does with the index of photos (SPEC: Image search and indexing). */
export const indexingRoutes = [
  route({
    ...indexing,
    method: "POST",
    path: "/api/admin/properties/{property_id}/analyze-images",
    operationId: "analyzePropertyImages",
    summary: "Have the models read a property's photos now",
    description:
      "All of them anew; room types and features that were set by hand stay. It takes a minute at most: what is not done " +
      "then is among the errors. When none can be read, the reply is the first one's error.",
    params: schemas.PropertyParams,
    ignoresBody: true,
    ownTransactions: true,
    response: schemas.Analysis,
    errors: {
      404: "Property not found",
      413: schemas.VisionRefusal("VISION_004"),
      422: schemas.VisionRefusal("VISION_003"),
      502: schemas.VisionRefusal("VISION_005", "VISION_006"),
      503: schemas.VisionRefusal("VISION_001", "VISION_002"),
      507: schemas.VisionRefusal("VISION_007"),
    },
    run: analyzePropertyImages,
  }),
  route({
    ...indexing,
    method: "POST",
    path: "/api/admin/embeddings/reindex/images",
    operationId: "reindexImages",
    summary: "Start an indexing job",
    description:
      "Reads the photos of up to `limit` properties that are new, have failed, were read by other models or removed from the " +
      "index; with `force` all of them. One job runs at a time.",
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
    summary: "How far an indexing job is",
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
    summary: "What the index of photos holds",
    description: "Counted by photos that public properties show.",
    response: schemas.IndexStatistics,
    run: getImageIndexStats,
  }),
  route({
    ...indexing,
    method: "DELETE",
    path: "/api/admin/embeddings/images",
    operationId: "deleteImageEmbeddings",
    summary: "Take photos out of the index",
    description:
      "No search finds them any more, however often their properties are imported again, until somebody has them analyzed or " +
      "reindexed. With `delete_descriptions` what models say of them is not shown either.",
    body: schemas.DeleteEmbeddingsBody,
    response: schemas.DeletedEmbeddings,
    run: deleteImageEmbeddings,
  }),
];
