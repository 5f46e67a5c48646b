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
  check ((status = 'stored') = (storage_key is not null))
);
