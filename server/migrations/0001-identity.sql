-- API keys: shown once, kept as SHA-256.
create table api_keys (
  id integer generated always as identity primary key,
  name text not null,
  prefix text not null,
  key_hash bytea not null unique,
  role text not null check (role in ('admin', 'broker', 'agent')),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
