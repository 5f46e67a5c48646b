import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { DueEnrichment } from "./due-enrichments.ts";
import { type EnrichmentModels, modelsKey } from "./enrichment-models.ts";

/**
 * These pictures in the order of their ids, claimed or not; those that no longer exist are left out.
 *
 * Index: image_enrichments_pkey, image_vectors_pkey. Expected: 16 rows; of an indexing job some more.
 */
export async function enrichmentsById(
  db: Db,
  models: EnrichmentModels,
  ids: readonly number[],
): Promise<DueEnrichment[]> {
  const { rows } = await sql<DueEnrichment>`
    select id, url, caption, image_of, failures_in_row, replaced_at,
      case when vision_model = ${models.vision} then enrichments.description end as description,
      coalesce(vision_model = ${models.vision}, false) and features is not null and quality_score is not null as has_features,
      visual.enrichment_id is not null as has_visual,
      meaning.enrichment_id is not null and coalesce(vision_model = ${models.vision}, false) as has_meaning,
      exists (select 1 from image_vectors where enrichment_id = enrichments.id) as is_indexed,
      status = 'enriched' and coalesce(enriched_by = ${modelsKey(models)}, false) as is_current
    from image_enrichments enrichments
    left join image_vectors visual on visual.enrichment_id = id
      and visual.kind = 'visual' and visual.model = ${models.visual}
    left join image_vectors meaning on meaning.enrichment_id = id
      and meaning.kind = 'description' and meaning.model = ${models.description}
    where id = any(${ids}::integer[])
    order by id`.execute(db);
  return rows;
}
