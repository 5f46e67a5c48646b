-- What models make of a picture is its enrichment; a picture is enriched, not read.
alter table image_readings rename to image_enrichments;
alter table image_enrichments rename column read_by to enriched_by;
alter table image_enrichments rename column read_at to enriched_at;
alter table image_enrichments drop constraint image_readings_status_check;
drop index image_readings_due;
drop index image_readings_read_by;
update image_enrichments set status = 'enriched' where status = 'read';
alter table image_enrichments add constraint image_enrichments_status_check
  check (status in ('pending', 'enriched', 'failed', 'removed'));
-- For the job: what is due, in order.
create index image_enrichments_due on image_enrichments (retry_at, id) where status <> 'enriched';
-- For telling whether a model has changed.
create index image_enrichments_enriched_by on image_enrichments (enriched_by) where status = 'enriched';
alter index image_readings_pkey rename to image_enrichments_pkey;
alter index image_readings_key_key rename to image_enrichments_key_key;
alter index image_readings_url rename to image_enrichments_url;
alter index image_readings_words rename to image_enrichments_words;
alter index image_readings_room rename to image_enrichments_room;
alter index image_readings_removed rename to image_enrichments_removed;
alter index image_readings_read_at rename to image_enrichments_enriched_at;

alter table image_vectors rename column reading_id to enrichment_id;
alter table listing_images rename column reading_ids to enrichment_ids;
alter index listing_images_reading_ids rename to listing_images_enrichment_ids;

alter table indexing_job_images rename column reading_id to enrichment_id;
alter table indexing_job_images drop constraint indexing_job_images_outcome_check;
update indexing_job_images set outcome = 'enriched' where outcome = 'read';
alter table indexing_job_images add constraint indexing_job_images_outcome_check
  check (outcome in ('enriched', 'failed'));

-- How far each follower of a change log has read. Locking a row makes its follower the only writer until the transaction ends.
create table change_cursors (
  name text primary key,
  -- The last revision that the follower has read.
  revision bigint not null default 0,
  -- Deletions up to here are settled: what the follower has stored was compared with the listings that exist.
  compared_through bigint not null default 0,
  -- When the follower last reached the end of the log, by the database's clock.
  caught_up_at timestamptz not null default now()
);
insert into change_cursors (name, revision, compared_through)
select case reader when 'vectors' then 'image vectors' else 'listing images' end, revision, compared_through
from image_readers;
insert into change_cursors (name, revision, compared_through)
select case reader when 'documents' then 'listing documents' else 'listing ' || reader end, revision, compared_through
from listing_readers;
insert into change_cursors (name, revision, compared_through, caught_up_at)
select 'webhook ' || reader, revision, compared_through, read_at
from webhook_readers;
drop table image_readers;
drop table listing_readers;
drop table webhook_readers;

-- The model whose vectors answer searches, by kind of vector.
alter table serving_models drop constraint serving_models_kind_check;
insert into serving_models (kind, model, since)
select kind, model, since
from serving_image_models;
alter table serving_models add constraint serving_models_kind_check check (kind in ('listing', 'visual', 'description'));
drop table serving_image_models;
