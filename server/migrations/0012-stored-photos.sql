-- Listing photos that were fetched, by the hash of their address: kept as derivatives in the file storage, or why not.
create table stored_photos (
  url_hash bytea primary key,
  url text not null,
  status text not null check (status in ('stored', 'failed')),
  failure text,
  -- Base of the derivatives' names in the storage.
  storage_key text,
  width integer,
  height integer,
  fetched_at timestamptz not null,
  -- A photo that failed is tried again after a while that grows with every failure in a row.
  failures_in_row integer not null default 0,
  retry_at timestamptz,
  check ((status = 'stored') = (storage_key is not null)),
  check ((status = 'failed') = (retry_at is not null))
);
-- Two addresses with the same picture share its files: found by their name.
create index stored_photos_storage_key on stored_photos (storage_key);
