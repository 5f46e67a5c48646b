-- What models make of a picture: once for all photos of listings that have the same address, caption and ImageOf, as the
-- same pictures are used again and again.
create table image_readings (
  id integer generated always as identity primary key,
  -- sha256 of the three.
  key bytea not null unique,
  url text not null,
  caption text,
  image_of text,
  -- pending: to be read, at first or anew; what was read of it before still stands.
  status text not null default 'pending' check (status in ('pending', 'read', 'failed')),
  failure text,
  failures_in_row integer not null default 0,
  -- Nobody tries before.
  retry_at timestamptz not null,
  -- The models that have read it, all of them in one text: another one has it read anew.
  read_by text,
  read_at timestamptz,
  description text,
  room_type text check (
    room_type in ('kitchen', 'bedroom', 'bathroom', 'living_room', 'exterior', 'garage', 'other')
  ),
  room_confidence real,
  -- Who says so.
  vision_model text,
  -- What is to be seen, [{key, label, confidence, category}], and how good a picture it is, 0 to 1; null: nobody has looked.
  features jsonb,
  quality_score real
);
-- For the job that reads: what is due, in turn.
create index image_readings_due on image_readings (retry_at, id) where status <> 'read';
-- For telling whether a model has changed.
create index image_readings_read_by on image_readings (read_by) where status = 'read';
-- For finding a picture by its address.
create index image_readings_url on image_readings using hash (url);

create sequence image_revisions as bigint;

-- A picture's vectors, two bytes a dimension: of what it looks like, and of what is said of it. While a new model reads there
-- are vectors of two; they never meet.
create table image_vectors (
  reading_id integer not null references image_readings on delete cascade,
  kind text not null check (kind in ('visual', 'description')),
  model text not null,
  -- In the order in which they become visible: processes read on from the last one they know.
  revision bigint not null,
  dimensions integer not null,
  vector bytea not null,
  primary key (reading_id, kind, model)
);
create index image_vectors_revision on image_vectors (kind, model, revision);

-- A public listing's photos in their order, and the reading of each: one row a listing, as there are some 25 photos in it.
-- A listing that has left the public, or is gone, has none. It refers to no listing, so that neither waits for the other's locks.
create table listing_images (
  listing_id bigint primary key,
  revision bigint not null,
  -- listing_photos.id
  photo_ids bigint[] not null,
  -- image_readings.id, as many.
  reading_ids integer[] not null
);
create index listing_images_revision on listing_images (revision);
-- For finding out which pictures nobody has any more.
create index listing_images_reading_ids on listing_images using gin (reading_ids) with (fastupdate = off);

-- How far the job has read the listings' change log ('photos'); its row is also the lock of who writes vectors ('vectors').
create table image_readers (
  reader text primary key,
  revision bigint not null default 0,
  updated_at timestamptz not null
);
insert into image_readers (reader, updated_at) values ('vectors', now());

-- Whose vectors answer: the old model's until the new one has read everything.
create table serving_image_models (
  kind text primary key check (kind in ('visual', 'description')),
  model text not null,
  since timestamptz not null
);
