-- When the listings of the source were last read completely: by its feed, or by an import.
alter table sources add column last_updated_at timestamptz;

-- A feed keeps the listings of one source in step with an MLS's RESO Web API. Null in a budget: no limit.
create table feeds (
  id integer generated always as identity primary key,
  source_id integer not null unique references sources on delete cascade,
  base_url text not null,
  auth_type text not null check (auth_type in ('bearer', 'client_credentials')),
  token_url text,
  client_id text,
  scope text,
  -- The bearer token or the client secret, sealed with ENCRYPTION_KEY.
  sealed_secret text not null,
  strategy text not null default 'auto' check (strategy in ('auto', 'entity_event', 'timestamp', 'next_link')),
  resources text[] not null,
  media text not null default 'expand' check (media in ('expand', 'resource', 'none')),
  filter text,
  -- Null when it was not given: then the server is asked for 200 records a page, by preference alone.
  page_size integer check (page_size between 1 and 5000),
  user_agent text,
  per_second integer,
  per_hour integer,
  per_day integer,
  bytes_per_hour bigint,
  refresh_minutes integer not null default 5,
  reconcile_hours integer not null default 6,
  overlap_minutes integer not null default 20,
  copy_media boolean not null default true,
  removal_guard_percent integer not null default 20,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  -- The strategy that `auto` has found; null before the first trial.
  chosen_strategy text,
  -- How far each resource is read: {"Property": {"timestamp": "…", "key": "…"}, "EntityEvent": {"sequence": 7}, …}.
  cursors jsonb not null default '{}',
  -- When the first load was complete.
  loaded_at timestamptz,
  -- The start and the end of the last successful run that brought the listings up to date.
  current_as_of timestamptz,
  last_success_at timestamptz,
  last_reconcile_at timestamptz,
  offered integer,
  missing integer,
  -- What $metadata says of the resources: their keys, fields and types. Read again by each run but a refresh.
  metadata jsonb,
  -- No request is sent before that: Retry-After, or a budget that is used up.
  wait_until timestamptz,
  -- The earliest time of the next request by per_second.
  next_request_at timestamptz,
  held_at timestamptz,
  hold_mailed_at timestamptz,
  error_code text,
  error_message text,
  error_at timestamptz,
  next_run_at timestamptz,
  lag_mailed_at timestamptz
);

-- One row of each run, also of those under way. A run whose process died goes on under its id.
create table feed_runs (
  id bigint generated always as identity primary key,
  feed_id integer not null references feeds on delete cascade,
  kind text not null check (kind in ('initial', 'refresh', 'reconcile')),
  state text not null default 'running' check (state in ('running', 'succeeded', 'failed', 'held')),
  confirms_removals boolean not null default false,
  started_at timestamptz not null,
  finished_at timestamptz,
  requests integer not null default 0,
  bytes bigint not null default 0,
  read integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  removed integer not null default 0,
  rejected integer not null default 0,
  photos integer not null default 0,
  -- What it does now, and how much of it is done.
  phase text,
  done integer not null default 0,
  total integer,
  error_code text,
  error_message text
);
create index feed_runs_newest on feed_runs (feed_id, id);
create unique index feed_runs_one_at_a_time on feed_runs (feed_id) where state = 'running';

-- Records that could not be stored, as they were sent, until they are right or no longer offered.
create table feed_rejects (
  id bigint generated always as identity primary key,
  feed_id integer not null references feeds on delete cascade,
  resource text not null,
  key text not null,
  reasons text[] not null,
  record text not null,
  at timestamptz not null,
  unique (feed_id, resource, key)
);
create index feed_rejects_newest on feed_rejects (feed_id, id);

-- What all processes together have asked of a feed's server, by minute: the budgets of the last hour and day are sums of these.
create table feed_spending (
  feed_id integer not null references feeds on delete cascade,
  minute timestamptz not null,
  requests integer not null default 0,
  bytes bigint not null default 0,
  primary key (feed_id, minute)
);

create table open_houses (
  id bigint generated always as identity primary key,
  source_id integer not null references sources on delete cascade,
  open_house_key text not null,
  -- The listing may come later.
  listing_key text not null,
  date date not null,
  starts_at timestamptz,
  ends_at timestamptz,
  status text not null,
  type text,
  remarks text,
  modified_at timestamptz,
  unique (source_id, open_house_key)
);
create index open_houses_listing on open_houses (source_id, listing_key, date);

-- What records of listings say of their agent and office, and what the MLS's rosters (Member, Office) say. A roster fills what the
-- records leave out. `name` is null while neither gives one.
alter table feed_agents rename column name to record_name;
alter table feed_agents rename column phone to record_phone;
alter table feed_agents rename column email to record_email;
alter table feed_agents
  alter column record_name drop not null,
  add column roster_name text,
  add column roster_phone text,
  add column roster_email text,
  add column name text generated always as (coalesce(record_name, roster_name)) stored,
  add column phone text generated always as (coalesce(record_phone, roster_phone)) stored,
  add column email text generated always as (coalesce(record_email, roster_email)) stored;
alter table feed_offices rename column name to record_name;
alter table feed_offices rename column phone to record_phone;
alter table feed_offices rename column email to record_email;
alter table feed_offices
  alter column record_name drop not null,
  add column roster_name text,
  add column roster_phone text,
  add column roster_email text,
  add column name text generated always as (coalesce(record_name, roster_name)) stored,
  add column phone text generated always as (coalesce(record_phone, roster_phone)) stored,
  add column email text generated always as (coalesce(record_email, roster_email)) stored;
