-- Whether a feed keeps the source in step: imports of files and the removal of the source are refused then.
alter table sources add column has_feed boolean not null default false;
update sources set has_feed = true where id in (select source_id from feeds);
