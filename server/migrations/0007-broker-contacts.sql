-- The people leads and alerts go to when no agent has them. The primary one is the brokerage's owner: at most one.
create table broker_contacts (
  id integer generated always as identity primary key,
  brokerage_id integer not null references brokerages on delete cascade,
  name text not null,
  email text not null,
  phone text,
  license_type text,
  license_number text,
  is_primary boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index broker_contacts_brokerage on broker_contacts (brokerage_id);
create unique index broker_contacts_one_primary on broker_contacts (brokerage_id) where is_primary;
