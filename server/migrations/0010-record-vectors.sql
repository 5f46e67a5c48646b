-- What the text model makes of brokerages, agents and broker contacts: one byte a dimension. Vectors of two models
-- never meet: a search reads those of its own model. A record has several, one after the other: of the whole text, and
-- of its passages. Titles are compared letter by letter: an exact name must come first, a typo find it.
create table record_vectors (
  kind text not null check (kind in ('brokerage', 'agent', 'broker_contact')),
  record_id integer not null,
  brokerage_id integer not null references brokerages on delete cascade,
  model text not null,
  title text not null,
  vector bytea not null,
  primary key (kind, record_id)
);
create index record_vectors_brokerage on record_vectors (brokerage_id, kind, record_id);
