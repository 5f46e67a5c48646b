-- Agents: soft-deleted (disabled_at). Weight, vacation and accepting are for the routing of leads.
create table agents (
  id integer generated always as identity primary key,
  brokerage_id integer not null references brokerages on delete cascade,
  name text not null,
  slug text not null unique,
  email text not null,
  phone text,
  bio text,
  photo_url text,
  status text not null default 'active' check (status in ('active', 'inactive')),
  specialties text[] not null default '{}',
  social_links jsonb not null default '{}',
  weight integer not null default 1 check (weight between 0 and 100),
  accepting_leads boolean not null default true,
  on_vacation boolean not null default false,
  sms_opt_out boolean not null default false,
  time_zone text,
  last_lead_assigned_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What other tables of a brokerage refer to, so that they cannot name another brokerage's agent.
  unique (brokerage_id, id)
);
-- An account without an agent record is matched by its email.
create index agents_email on agents (lower(email));
