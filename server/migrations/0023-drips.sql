-- Follow-up sequences of a brokerage: what is written to leads that come into a stage, and when.
create table drip_sequences (
  id integer generated always as identity primary key,
  brokerage_id integer not null references brokerages on delete cascade,
  name text not null,
  description text,
  trigger_state text not null check (trigger_state in ('NEW', 'CONTACTING', 'QUALIFIED', 'ARCHIVED')),
  pipeline_type text check (pipeline_type in ('buyer', 'seller')),
  active boolean not null default true,
  stop_on_state_change boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index drip_sequences_name on drip_sequences (brokerage_id, lower(name));
-- What entering a stage enrolls in.
create index drip_sequences_trigger on drip_sequences (brokerage_id, trigger_state) where active;

-- Positions are 1, 2, 3 …: enrollments point at a position, whatever stands there.
create table drip_steps (
  sequence_id integer not null references drip_sequences on delete cascade,
  position integer not null check (position >= 1),
  delay_days integer not null check (delay_days between 0 and 365),
  subject_template text not null,
  body_template text not null,
  primary key (sequence_id, position)
);

-- A lead on a sequence: one row, which starts anew when the lead is enrolled again.
create table drip_enrollments (
  id integer generated always as identity primary key,
  sequence_id integer not null references drip_sequences on delete cascade,
  lead_id integer not null references leads on delete cascade,
  -- How often it was started: a step is sent once in each run.
  run integer not null default 1,
  status text not null default 'active' check (status in ('active', 'completed', 'stopped')),
  enrolled_at timestamptz not null,
  enrolled_state text not null,
  next_step_position integer,
  next_send_at timestamptz,
  stopped_reason text check (stopped_reason in
    ('state_changed', 'unsubscribed', 'flagged', 'manual', 'sequence_deactivated', 'send_failed', 'no_email')),
  stopped_at timestamptz,
  last_sent_at timestamptz,
  send_failures integer not null default 0,
  -- One attempt a pass: when the last one began, and of which pass.
  attempted_at timestamptz,
  attempted_in uuid,
  -- While one process sends its step; when that died, another one takes over after this.
  claimed_until timestamptz,
  -- Of one that a signed agreement has stopped: where it goes on when the contract is voided.
  resumes_at_position integer,
  resumes_send_at timestamptz,
  unique (sequence_id, lead_id),
  check ((status = 'active') = (next_step_position is not null)),
  check ((status = 'active') = (next_send_at is not null)),
  check ((status = 'stopped') = (stopped_reason is not null)),
  check ((resumes_at_position is null) = (resumes_send_at is null)),
  check (resumes_at_position is null or stopped_reason = 'state_changed')
);
-- The steps that are due: those that have not failed first, of them the longest due.
create index drip_enrollments_due on drip_enrollments (send_failures, next_send_at, id) where status = 'active';
create index drip_enrollments_lead on drip_enrollments (lead_id);
