-- Who works at something until when, by the database's clock: a worker renews its lease while it lives. Work that somebody must not
-- do twice is done under a lease of its name, or its rows name the holder of one (claimed_by).
create table leases (
  name text primary key,
  -- Another one each time a lease is taken: what is stored under it is stored on condition that it still holds.
  holder uuid not null unique,
  held_until timestamptz not null
);

-- The holder of the lease under which models are asked about the picture. Not an end of its own: it counts as long as the lease is held.
alter table image_readings add column claimed_by uuid;

-- Up to which pruning of the listings' change log what a reader has made was compared with what is there: it has missed no deletion.
alter table listing_readers add column compared_through bigint not null default 0;
alter table image_readers add column compared_through bigint not null default 0;
alter table webhook_readers add column compared_through bigint not null default 0;
