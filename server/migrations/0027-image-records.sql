-- Whose public a listing's photos are for: its source; null when the listing is gone.
alter table listing_images add column source_id integer;
update listing_images
set source_id = listings.source_id
from listings
where listings.id = listing_images.listing_id;

-- Photos of it that were taken out of the index on purpose: they are found by no search, though their pictures may have
-- vectors because other listings show them; and those whose description was taken away as well.
alter table listing_images
  add column unembedded_ids bigint[] not null default '{}',
  add column undescribed_ids bigint[] not null default '{}';

-- removed: nobody may find it any more, so nobody reads it before somebody asks for that (retry_at is infinity).
alter table image_readings drop constraint image_readings_status_check;
alter table image_readings
  add constraint image_readings_status_check check (status in ('pending', 'read', 'failed', 'removed'));
-- When somebody last tried to read it in vain.
alter table image_readings add column failed_at timestamptz;
-- When it was last found that there is another picture at its address: what was made of the one before is not stored any more.
alter table image_readings add column replaced_at timestamptz;

-- What people say a photo shows; it stands before what models say, however often they are asked. By listing_photos.id, which a
-- photo keeps as long as its listing shows it; no reference, so that imports wait for nobody.
create table image_room_types (
  photo_id bigint primary key,
  room_type text not null check (
    room_type in ('kitchen', 'bedroom', 'bathroom', 'living_room', 'exterior', 'garage', 'other')
  ),
  confidence real not null check (confidence between 0 and 1),
  set_by text not null,
  set_at timestamptz not null
);
create index image_room_types_room on image_room_types (room_type, confidence desc, photo_id);

create table image_features (
  id integer generated always as identity primary key,
  photo_id bigint not null,
  key text not null,
  label text not null,
  category text not null,
  added_by text not null,
  added_at timestamptz not null,
  unique (photo_id, key)
);
-- For searches by the words themselves.
create index image_features_words on image_features
  using gin (to_tsvector('english', label || ' ' || replace(key, '_', ' '))) with (fastupdate = off);

-- What is said of it, by its MLS and by a model, for searches by the words themselves.
alter table image_readings
  add column words tsvector not null
  generated always as (to_tsvector('english', coalesce(caption, '') || ' ' || coalesce(description, ''))) stored;
create index image_readings_words on image_readings using gin (words) with (fastupdate = off);

-- For lists of a room's photos, the surest first.
create index image_readings_room on image_readings (room_type, room_confidence desc, id) where room_type is not null;

-- For those whose picture somebody shows again.
create index image_readings_removed on image_readings (id) where status = 'removed';
-- For when the index has last been added to.
create index image_readings_read_at on image_readings (read_at) where read_at is not null;

-- A wish to have photos read, now: one at a time.
create table indexing_jobs (
  id uuid primary key default gen_random_uuid(),
  status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed', 'partial')),
  requested_by text not null,
  -- What models have made of the pictures already is made anew.
  force boolean not null,
  total integer not null,
  -- What stopped it before its end.
  failure text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- Whoever works at it says so now and then; from this moment on somebody else goes on with it.
  held_until timestamptz,
  held_by text,
  check ((finished_at is null) = (status in ('queued', 'running')))
);
create unique index indexing_jobs_one_at_a_time on indexing_jobs ((true)) where status in ('queued', 'running');

create table indexing_job_images (
  job_id uuid not null references indexing_jobs on delete cascade,
  position integer not null,
  photo_id bigint not null,
  listing_id bigint not null,
  reading_id integer not null,
  -- Null: its turn is to come.
  outcome text check (outcome in ('read', 'failed')),
  error text,
  primary key (job_id, position)
);
create index indexing_job_images_to_come on indexing_job_images (job_id, position) where outcome is null;

-- Whose vectors answer for photos stands in serving_image_models.
alter table serving_models drop constraint serving_models_kind_check;
alter table serving_models add constraint serving_models_kind_check check (kind = 'listing');
