-- What has happened, written in the transaction in which it happened (transactional outbox). Whoever tells others takes it from
-- here: rows live for seconds.
create table event_outbox (
  id bigint generated always as identity primary key,
  event text not null,
  -- Whose it is. Null: no brokerage's; then whoever sees listings of the source may be told, and without a source everybody.
  brokerage_id integer,
  source_id integer,
  -- What it is about, such as `lead:12`: what happens to the same thing is told in order.
  subject text not null,
  data jsonb not null,
  occurred_at timestamptz not null
);

-- Who is told, and of what.
create table webhook_endpoints (
  id integer generated always as identity primary key,
  -- Null: of all brokerages (admins).
  brokerage_id integer references brokerages on delete cascade,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  -- `whsec_…`, sealed with ENCRYPTION_KEY.
  sealed_secret text not null,
  -- The one before; signs as well until then.
  sealed_previous_secret text,
  previous_secret_until timestamptz,
  status text not null default 'active' check (status in ('active', 'disabled')),
  -- gone: it answered 410; failing: for five days; by_hand.
  disabled_reason text check (disabled_reason in ('gone', 'failing', 'by_hand')),
  -- Since when no delivery has succeeded that was tried; null when the last one did.
  failing_since timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((sealed_previous_secret is null) = (previous_secret_until is null)),
  check ((disabled_reason is null) = (status = 'active'))
);
create index webhook_endpoints_brokerage on webhook_endpoints (brokerage_id, id);

-- One message to one endpoint, kept 30 days for the log and for sending it again.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  endpoint_id integer not null references webhook_endpoints on delete cascade,
  -- `webhook-id`: the same at every attempt.
  message_id text not null unique,
  event text not null,
  subject text not null,
  -- Byte for byte what is sent, and signed.
  payload text not null,
  -- 0: before all others; 1: what comes in masses, such as a feed's listings.
  rank smallint not null default 0,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  -- Since it was made, or last replayed: the next delay follows from it.
  attempts integer not null default 0,
  -- Also the lease of whoever is sending it.
  next_attempt_at timestamptz,
  -- [{at, status, failure, took_ms}], the last 20.
  attempt_log jsonb not null default '[]',
  created_at timestamptz not null,
  delivered_at timestamptz,
  check ((next_attempt_at is null) = (status <> 'pending'))
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, rank, next_attempt_at, id) where status = 'pending';
-- For telling whether something earlier of the same thing is still to be told.
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, subject, id) where status = 'pending';
create index webhook_deliveries_newest on webhook_deliveries (endpoint_id, id desc);
create index webhook_deliveries_subject on webhook_deliveries (subject);
-- For handing over and erasing what names somebody.
create index webhook_deliveries_person on webhook_deliveries (
  lower(payload::jsonb -> 'data' ->> 'email'),
  (payload::jsonb -> 'data' ->> 'brokerage_id')
) where event in ('lead.created', 'tour.requested');
create index webhook_deliveries_created on webhook_deliveries (created_at);

-- How far the listings' change log has been told; its row is also the lock of who makes deliveries of events ('events').
create table webhook_readers (
  reader text primary key,
  revision bigint not null default 0,
  -- When that was, by the database's clock: a listing made since is a new one.
  read_at timestamptz not null default now()
);
insert into webhook_readers (reader) values ('events'), ('listings');
