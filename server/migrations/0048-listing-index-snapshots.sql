-- A snapshot of the listing index in DATA_DIR is used only with the database that knows its token.

create table listing_index_snapshots (
  token uuid primary key,
  revision bigint not null,
  -- A migration may change listings without a new revision.
  newest_migration text not null,
  created_at timestamptz not null default now()
);
