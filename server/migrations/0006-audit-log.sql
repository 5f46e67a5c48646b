-- Who changed what: written in the transaction of the change, kept 90 days. Only what changed, never a secret.
create table audit_log (
  id bigint generated always as identity primary key,
  brokerage_id integer references brokerages on delete cascade,
  actor_type text not null check (actor_type in ('api_key', 'user', 'system')),
  actor_id integer,
  actor_name text not null,
  actor_role text check (actor_role in ('admin', 'broker', 'agent')),
  action text not null,
  target_type text not null,
  target_id text not null,
  before jsonb,
  after jsonb,
  request_id text not null,
  created_at timestamptz not null
);
create index audit_log_brokerage on audit_log (brokerage_id, id desc);
create index audit_log_created on audit_log (created_at);
