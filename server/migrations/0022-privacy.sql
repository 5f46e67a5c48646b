-- Requests of people to see, or to have removed, what a brokerage holds about them.
create table privacy_requests (
  id integer generated always as identity primary key,
  brokerage_id integer not null references brokerages on delete cascade,
  kind text not null check (kind in ('erase', 'export')),
  -- Gone once an erasure is done, or the link to an export has expired; then its hash alone tells whose request it was,
  -- to whoever asks for an address.
  email text,
  email_hash bytea not null,
  -- Of the link in the last mail: to confirm, later to download. None before it is known whether there is anything to
  -- write about, and none once it is used up.
  token_hash bytea unique,
  token_expires_at timestamptz not null,
  status text not null default 'pending_confirmation' check (status in ('pending_confirmation', 'confirmed', 'done')),
  -- What was removed, or handed over: counts by kind of record, no person's data.
  receipt jsonb,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  due_at timestamptz,
  done_at timestamptz,
  check (email is not null or status = 'done'),
  check ((confirmed_at is null) = (status = 'pending_confirmation')),
  check ((due_at is null) = (status = 'pending_confirmation')),
  check ((done_at is null) = (status <> 'done')),
  check ((receipt is null) = (status <> 'done'))
);
create index privacy_requests_newest on privacy_requests (brokerage_id, id desc);
-- All of one address, open or done.
create index privacy_requests_whose on privacy_requests (brokerage_id, email_hash);
create index privacy_requests_email on privacy_requests (brokerage_id, lower(email)) where email is not null;
-- What is to be done: mails to write, requests to carry out, links that run out.
create index privacy_requests_new on privacy_requests (id) where status = 'pending_confirmation' and token_hash is null;
create index privacy_requests_due on privacy_requests (due_at, id) where status = 'confirmed';
create index privacy_requests_expiring on privacy_requests (token_expires_at)
  where status <> 'confirmed' and email is not null;

-- Whose data a kept reply tells, where that is known: erasing a person of one brokerage leaves the others' replies alone.
alter table idempotency_keys add column brokerage_id integer;

-- Where else somebody is found by their email.
create index tour_requests_email on tour_requests (brokerage_id, lower(email));
create index messages_recipient on messages (brokerage_id, lower(recipient));
create index audit_log_email_before on audit_log (brokerage_id, lower(before ->> 'email'));
create index audit_log_email_after on audit_log (brokerage_id, lower(after ->> 'email'));
