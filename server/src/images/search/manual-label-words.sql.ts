import { sql } from "kysely";
import { roomTypes } from "../../models/index.ts";
import type { Db } from "../../platform/database/database.ts";
import { isInScope, type LabelScope, ownFirst } from "../records/label-scope.ts";
import type { DescriptionWords } from "./description-words.sql.ts";

/** For words with more manual labels ("garage"), the enrichments find the rest. */
const MAX_PHOTOS = 5000;

/**
 * Which of these words occur in manual labels of photos in the scope: in labels and keys of features and in rooms.
 * Photos without any are left out.
 *
 * Index: image_features_words, a bitmap; image_room_types_room. Expected: some hundred.
 */
export async function manualLabelWords(
  db: Db,
  words: string,
  scope: LabelScope,
): Promise<Map<number, DescriptionWords>> {
  const { rows } = await sql<{ photo: number } & DescriptionWords>`
    with asked as materialized (
      select tsvector_to_array(to_tsvector('english', ${words})) as stems,
        replace(plainto_tsquery('english', ${words})::text, '&', '|')::tsquery as any_of_them
    ),
    said as (
      select photo_id, to_tsvector('english', label || ' ' || replace(key, '_', ' ')) as words
      from image_features, asked
      where to_tsvector('english', label || ' ' || replace(key, '_', ' ')) @@ any_of_them
        and ${isInScope(scope)}
      union all
      select photo_id, rooms.words
      from (
        select room_type, to_tsvector('english', replace(room_type, '_', ' ')) as words
        from unnest(${roomTypes}::text[]) as each (room_type)
      ) rooms
      join asked on rooms.words @@ any_of_them
      join image_room_types given using (room_type)
      where given.id = (
        select id
        from image_room_types
        where photo_id = given.photo_id and ${isInScope(scope)}
        order by ${ownFirst(scope)}, set_at desc, id desc
        limit 1
      )
    )
    select photo_id::float8 as photo, array_agg(distinct stem) as stems,
      count(distinct stem)::float8 / max(cardinality(asked.stems)) as share
    from said
    cross join asked
    cross join lateral unnest(tsvector_to_array(said.words)) stem
    where stem = any(asked.stems)
    group by photo_id
    order by share desc, photo_id
    limit ${MAX_PHOTOS}`.execute(db);
  return new Map(rows.map(({ photo, ...columns }) => [photo, columns]));
}
