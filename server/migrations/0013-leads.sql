-- A lead: a person who may buy or sell, and how far the brokerage has come with them. `stage` is the truth and moves by
-- rows of lead_events alone; status, buyer_status and seller_status are what older software reads, kept in step.
create table leads (
  id integer generated always as identity primary key,
  brokerage_id integer not null references brokerages on delete cascade,
  source text not null
    check (source in ('contact_form', 'manual', 'tour_request', 'website_registration', 'import')),
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text,
  subject text not null,
  message text not null,
  notes text,
  source_domain text,
  source_page text,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  -- The network address a form came from, and what is odd about it: floods are told by it, nothing is dropped.
  source_address text,
  suspicions text[] not null default '{}',
  assigned_agent_id integer,
  pipeline_type text not null check (pipeline_type in ('buyer', 'seller')),
  stage text not null check (stage in
    ('NEW', 'CONTACTING', 'QUALIFIED', 'COMMITTED', 'IN_CONTRACT', 'CLOSED', 'ARCHIVED', 'TRASHED')),
  stage_entered_at timestamptz not null,
  status text not null
    check (status in ('new', 'contacted', 'qualified', 'showing', 'offer', 'converted', 'lost')),
  buyer_status text,
  seller_status text,
  registration_status text,
  -- The response clock: set when the lead enters NEW, stopped by the first outreach or by leaving NEW.
  response_target_seconds integer,
  response_due_at timestamptz,
  response_stopped_at timestamptz,
  first_response_at timestamptz,
  last_contact timestamptz not null,
  -- The one next follow-up.
  follow_up_due_at timestamptz,
  follow_up_note text,
  follow_up_source text check (follow_up_source in ('agent', 'default')),
  follow_up_set_at timestamptz,
  follow_up_reminded_at timestamptz,
  -- Engagement as a number that does not change while nothing happens (temperature/score.ts); null: none.
  heat double precision,
  last_signal_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (brokerage_id, id),
  foreign key (brokerage_id, assigned_agent_id) references agents (brokerage_id, id),
  check ((follow_up_due_at is null) = (follow_up_source is null))
);
-- Columns of the board of one brokerage, from either end; counts by stage.
create index leads_board on leads (brokerage_id, stage, stage_entered_at, id);
-- An agent's leads.
create index leads_agent on leads (brokerage_id, assigned_agent_id, stage, stage_entered_at, id);
-- The list, newest first.
create index leads_newest on leads (brokerage_id, created_at, id);
-- The person who comes again; floods of one email and of one address.
create index leads_email on leads (brokerage_id, lower(email), created_at);
create index leads_address on leads (brokerage_id, source_address, created_at) where source_address is not null;
-- What falls due, whosever it is: stages that time out, clocks that run, follow-ups.
create index leads_stage on leads (stage, stage_entered_at, id);
create index leads_response_due on leads (response_due_at)
  where response_due_at is not null and response_stopped_at is null;
create index leads_follow_up_due on leads (follow_up_due_at) where follow_up_due_at is not null;

-- The timeline. A row with `to_stage` is one of the lead's stage history: those are never out of order. The others
-- (contacts, assignments) say nothing of the stage and may be entered late.
create table lead_events (
  id bigint generated always as identity primary key,
  lead_id integer not null references leads on delete cascade,
  event_type text not null,
  from_stage text,
  to_stage text,
  reason_code text,
  note text,
  channel text check (channel in ('call', 'email', 'text')),
  occurred_at timestamptz not null,
  -- When it was entered, where that is later than when it happened.
  actor_entered_at timestamptz,
  actor_type text not null check (actor_type in ('api_key', 'user', 'visitor', 'system')),
  actor_id integer,
  actor_name text not null,
  payload jsonb not null default '{}',
  created_at timestamptz not null
);
create index lead_events_timeline on lead_events (lead_id, occurred_at, id);

-- What a lead has done that shows interest: temperature/signals.ts says what each is worth.
create table lead_signals (
  id bigint generated always as identity primary key,
  lead_id integer not null references leads on delete cascade,
  kind text not null,
  occurred_at timestamptz not null
);
create index lead_signals_lead on lead_signals (lead_id, occurred_at);

-- What a lead must not be sent: every setting is a row, with who cleared it and why. At most one of each is active.
create table lead_flags (
  id integer generated always as identity primary key,
  lead_id integer not null references leads on delete cascade,
  flag text not null check (flag in ('unsubscribed', 'dnc', 'do_not_email', 'do_not_text', 'do_not_call')),
  reason text,
  set_at timestamptz not null,
  set_by text not null,
  cleared_at timestamptz,
  cleared_by text,
  clear_reason text
);
create unique index lead_flags_one_active on lead_flags (lead_id, flag) where cleared_at is null;
create index lead_flags_lead on lead_flags (lead_id, id);
