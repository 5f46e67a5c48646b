-- The code in the mail of a link, for browsers that do not run the page's script (web.md, W20): a keyed hash, and how often it was tried.
-- The request is the one that asked for the link, by an id that the caller has chosen.
alter table magic_links
  add column code_hash bytea,
  add column code_tries smallint not null default 0,
  add column request_id uuid;
alter table search_confirmations
  add column code_hash bytea,
  add column code_tries smallint not null default 0,
  add column request_id uuid;
-- The link of a request. The links of an email: magic_links_email, search_confirmations_email.
create index magic_links_request on magic_links (brokerage_id, request_id) where request_id is not null;
create index search_confirmations_request on search_confirmations (brokerage_id, request_id) where request_id is not null;

-- A browser in which a client is signed in by a cookie. Signing out deletes the row.
create table client_sessions (
  id bigint generated always as identity primary key,
  brokerage_id integer not null references brokerages on delete cascade,
  client_id integer not null references clients on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
-- The sessions of a client, of which the oldest end when there are too many.
create index client_sessions_client on client_sessions (client_id, id);
-- Those that are to be deleted.
create index client_sessions_expired on client_sessions (expires_at);
