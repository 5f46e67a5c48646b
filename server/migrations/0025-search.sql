-- What a search by words knows of a listing: made from the listing by a job, soon after each change. It refers to no listing,
-- so that the job never waits for an import's locks, nor an import for the job's: what is deleted stands in the change log.
create table listing_documents (
  listing_id bigint primary key,
  -- The listing's own revision that this was made from.
  revision bigint not null,
  -- Changes when one of the columns below does, or the remarks.
  content_hash bytea not null,
  -- The facts that buyers search for, as sentences.
  facts text not null,
  -- Keys of the feature vocabulary (plain-words).
  features text[] not null,
  -- Facts weigh more (A) than remarks (B).
  words tsvector not null
);
create index listing_documents_words on listing_documents using gin (words) with (fastupdate = off);
-- For models to read on from: documents are written in the order of the listings' revisions.
create index listing_documents_revision on listing_documents (revision);

create sequence vector_revisions as bigint;

-- What a text model makes of a listing's document: two bytes a dimension, one vector or several, one after the other.
-- While a new model reads through the listings there are vectors of two; they never meet.
create table listing_vectors (
  listing_id bigint not null references listing_documents on delete cascade,
  model text not null,
  -- In the order in which they become visible: processes read on from the last one they know.
  revision bigint not null,
  -- Of the document that this was made from.
  content_hash bytea not null,
  dimensions integer not null,
  vectors bytea not null,
  primary key (listing_id, model)
);
create index listing_vectors_revision on listing_vectors (model, revision);

-- How far a job has read the listings' change log: one that makes documents ('documents'), and one for each text model.
create table listing_readers (
  reader text primary key,
  revision bigint not null default 0,
  updated_at timestamptz not null
);

-- Whose vectors answer, for each kind of what is searched: the old model's until the new one has read everything.
create table serving_models (
  kind text primary key check (kind in ('listing', 'photo')),
  model text not null,
  since timestamptz not null
);

-- A record keeps the builtin model's vector, which is there as soon as it is written, beside that of the model that
-- MODEL_PROVIDER names.
alter table record_vectors drop constraint record_vectors_pkey, add primary key (kind, record_id, model);
-- A word that stands somewhere in a long text is lost in its vectors: the stems of all its words are looked at too. The first
-- start reads all records anew.
delete from record_vectors;
alter table record_vectors add column stems text[] not null;
