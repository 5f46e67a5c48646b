-- What agents propose and brokers decide, once.
create table suggestions (
  id integer generated always as identity primary key,
  brokerage_id integer not null references brokerages on delete cascade,
  target_type text not null check (target_type in ('brokerage', 'agent', 'broker_contact')),
  target_id integer not null,
  changes jsonb not null,
  note text,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reason text,
  submitted_by text not null,
  submitted_by_agent_id integer references agents on delete set null,
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null default now()
);
create index suggestions_brokerage on suggestions (brokerage_id, id desc);
