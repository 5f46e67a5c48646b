-- What a website would look like with fields that are not saved (`POST /api/admin/brokerages/{brokerage_id}/preview`), for ten minutes.
create table branding_previews (
  token_hash bytea primary key,
  brokerage_id integer not null references brokerages (id) on delete cascade,
  -- The changed fields of the brokerage.
  changes jsonb not null,
  expires_at timestamptz not null
);
-- The previews of a brokerage, of which the newest are kept.
create index branding_previews_newest on branding_previews (brokerage_id, expires_at desc);
