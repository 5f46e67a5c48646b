-- Counts the changes of a feed's configuration: a run that was started with an earlier one stores nothing more.
alter table feeds add column version integer not null default 1;

-- Listings that a run has removed because the server offers them no more: the guard counts them over the whole run.
alter table feed_runs add column removed_missing integer not null default 0;

-- What a reconcile compares: the ModificationTimestamp of the record, and the key of the listing that has its ListingId.
alter table feed_rejects
  add column modified_at timestamptz,
  add column holder text;
