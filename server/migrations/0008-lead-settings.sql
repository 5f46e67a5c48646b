-- How a brokerage wants its leads handled. No row: all defaults.
create table lead_settings (
  brokerage_id integer primary key references brokerages on delete cascade,
  response_target_seconds integer not null default 300 check (response_target_seconds >= 1),
  breach_alert boolean not null default true,
  reminder_after_seconds integer not null default 600 check (reminder_after_seconds >= 1),
  broker_alert_after_seconds integer not null default 1800 check (broker_alert_after_seconds >= 1),
  reassign boolean not null default false,
  reassign_after_seconds integer not null default 3600 check (reassign_after_seconds >= 1),
  final_escalation_after_seconds integer not null default 86400 check (final_escalation_after_seconds >= 1),
  sms boolean not null default false,
  push boolean not null default true,
  contacting_timeout_days integer not null default 21 check (contacting_timeout_days >= 1),
  qualified_timeout_days integer not null default 180 check (qualified_timeout_days >= 1),
  follow_up_after_contact_days integer not null default 2 check (follow_up_after_contact_days >= 0),
  routing_strategy text not null default 'least_recently_assigned'
    check (routing_strategy in ('least_recently_assigned', 'weighted', 'primary_agent', 'semantic_match')),
  primary_agent_id integer,
  time_zone text not null default 'America/Boise',
  quiet_start text not null default '21:00',
  quiet_end text not null default '08:00',
  postal_address text,
  enforce_pipeline_type boolean not null default false,
  updated_at timestamptz not null default now(),
  foreign key (brokerage_id, primary_agent_id) references agents (brokerage_id, id)
);

-- A brokerage's own account with the SMS provider; the token is sealed with ENCRYPTION_KEY.
create table sms_accounts (
  brokerage_id integer primary key references brokerages on delete cascade,
  account_sid text not null,
  sealed_auth_token text not null,
  from_number text not null,
  updated_at timestamptz not null default now()
);
