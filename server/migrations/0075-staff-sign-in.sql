-- Staff sign in without an OpenID provider (web.md: Staff sign in). Every secret is kept as a SHA-256 of random bytes.

-- A broker contact signs in by email. Lookups of the contacts with an email.
create index broker_contacts_email on broker_contacts (lower(email));

-- Admins who sign in by email. The first one is added with the first admin key; an address is here once its owner has confirmed it.
create table admins (
  id integer generated always as identity primary key,
  email text not null,
  created_at timestamptz not null
);
create unique index admins_email on admins (lower(email));

-- Links that sign in, once. A row is written for every request, whether the address is known or not; a job mails the links.
create table sign_in_links (
  id bigint generated always as identity primary key,
  -- The account: those of an email, or a key. The first admin key has a link that is printed.
  email text,
  api_key_id integer references api_keys on delete cascade,
  -- Its owner becomes an admin by using it.
  grants_admin boolean not null default false,
  -- The brokerage whose accounts it opens; null: those of all, where one chooses.
  brokerage_id integer references brokerages on delete cascade,
  -- Where the page of the link is.
  origin text not null,
  -- Null until the mail is written.
  token_hash bytea unique,
  mailed_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((email is null) <> (api_key_id is null))
);
-- How many a person has requested in an hour.
create index sign_in_links_email on sign_in_links (lower(email), created_at);
-- What is to be mailed.
create index sign_in_links_waiting on sign_in_links (id) where mailed_at is null;
-- What is to be deleted.
create index sign_in_links_expired on sign_in_links (expires_at);

-- A browser in which a member of staff is signed in. Signing out, and all that ends a session, deletes the row.
create table staff_sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  -- As domains are written. The cookie is worth nothing at another host.
  host text not null,
  -- Who acts: a person, or a key.
  user_id integer references users on delete cascade,
  api_key_id integer references api_keys on delete cascade,
  -- The record that gives the person the right to sign in.
  agent_id integer references agents on delete cascade,
  broker_contact_id integer references broker_contacts on delete cascade,
  admin_id integer references admins on delete cascade,
  email text not null,
  -- The User-Agent of the browser, and how its owner signed in.
  device text,
  method text not null check (method in ('email_link', 'api_key', 'oidc', 'passkey')),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  check ((user_id is null) <> (api_key_id is null))
);
-- The sessions of a person or a key, which they list and of which the oldest end when there are too many.
create index staff_sessions_user on staff_sessions (user_id, id) where user_id is not null;
create index staff_sessions_key on staff_sessions (api_key_id, id) where api_key_id is not null;
-- For the triggers below, and for the deletion of the records.
create index staff_sessions_agent on staff_sessions (agent_id) where agent_id is not null;
create index staff_sessions_contact on staff_sessions (broker_contact_id) where broker_contact_id is not null;
create index staff_sessions_admin on staff_sessions (admin_id) where admin_id is not null;
create index staff_sessions_expired on staff_sessions (expires_at);

-- Passkeys of people who sign in by email; with a provider, the provider has them.
create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  agent_id integer references agents on delete cascade,
  broker_contact_id integer references broker_contacts on delete cascade,
  admin_id integer references admins on delete cascade,
  name text not null,
  -- The host that it was made at, which browsers give it to (WebAuthn: RP ID).
  rp_id text not null,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, id);
create index passkeys_agent on passkeys (agent_id) where agent_id is not null;
create index passkeys_contact on passkeys (broker_contact_id) where broker_contact_id is not null;
create index passkeys_admin on passkeys (admin_id) where admin_id is not null;

-- Random values that a passkey signs, each for one answer.
create table passkey_challenges (
  challenge text primary key,
  -- Of a registration; null: of a sign-in.
  user_id integer references users on delete cascade,
  host text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_expired on passkey_challenges (expires_at);

-- Sessions end with what gave the right to them, in the same transaction, whichever program writes it: then the request of a session
-- reads the session alone. A changed email may be another person's: passkeys end with it too.
create function end_staff_sign_in() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'agents' then
    delete from staff_sessions where agent_id = old.id;
    if lower(new.email) <> lower(old.email) then delete from passkeys where agent_id = old.id; end if;
  else
    delete from staff_sessions where broker_contact_id = old.id;
    delete from passkeys where broker_contact_id = old.id;
  end if;
  return null;
end $$;

create trigger agents_end_staff_sign_in after update of email, disabled_at on agents for each row
  when (lower(new.email) <> lower(old.email) or (new.disabled_at is not null and old.disabled_at is null))
  execute function end_staff_sign_in();
create trigger broker_contacts_end_staff_sign_in after update of email on broker_contacts for each row
  when (lower(new.email) <> lower(old.email))
  execute function end_staff_sign_in();

-- A disabled brokerage answers on no host. A domain that is removed may become another brokerage's.
create function end_staff_sessions_of_brokerage() returns trigger language plpgsql as $$
begin
  delete from staff_sessions
  using users
  where users.id = staff_sessions.user_id and users.brokerage_id = old.id and users.role <> 'admin';
  return null;
end $$;
create trigger brokerages_end_staff_sessions after update of disabled_at on brokerages for each row
  when (new.disabled_at is not null and old.disabled_at is null)
  execute function end_staff_sessions_of_brokerage();

create function end_staff_sessions_of_domain() returns trigger language plpgsql as $$
begin
  delete from staff_sessions where host = old.domain;
  return null;
end $$;
create trigger brokerage_domains_end_staff_sessions after delete on brokerage_domains for each row
  execute function end_staff_sessions_of_domain();
