-- Replies to POSTs with an Idempotency-Key, for 24 hours. `scope` is a hash of caller, tenant, route and key; without
-- a status the request is under way (or its process has died: then the claim grows old).
create table idempotency_keys (
  scope bytea primary key,
  fingerprint bytea not null,
  claim uuid not null,
  claimed_at timestamptz not null,
  status integer,
  body text,
  created_at timestamptz not null
);
create index idempotency_keys_created on idempotency_keys (created_at);
