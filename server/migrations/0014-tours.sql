-- Requests to see a listing. Each belongs to a lead: the person's open one, or a new one.
create table tour_requests (
  id integer generated always as identity primary key,
  brokerage_id integer not null references brokerages on delete cascade,
  lead_id integer not null,
  listing_id text not null,
  name text not null,
  email text not null,
  phone text,
  preferred_date date,
  preferred_time text,
  message text,
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'completed', 'cancelled')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (brokerage_id, lead_id) references leads (brokerage_id, id) on delete cascade
);
create index tour_requests_newest on tour_requests (brokerage_id, id desc);
create index tour_requests_lead on tour_requests (lead_id);
