-- The name under which the listings of an office or an agent have last been given to the readers of the change log: cards, the listing
-- index and ETags are of that name. Where it is another than the present one, the listings are touched (rosters/announce-renamed.ts).
alter table feed_offices add column announced_name text;
alter table feed_agents add column announced_name text;
update feed_offices set announced_name = name;
update feed_agents set announced_name = name;
create index feed_offices_renamed on feed_offices (source_id) where name is distinct from announced_name;
create index feed_agents_renamed on feed_agents (source_id) where name is distinct from announced_name;
