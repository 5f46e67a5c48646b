-- The last decisions of a brokerage (`listRoutingDecisions`). No reference: the lead has one, and a decision goes with its lead.
alter table routing_decisions add column brokerage_id integer;
update routing_decisions set brokerage_id = leads.brokerage_id from leads where leads.id = lead_id;
alter table routing_decisions alter column brokerage_id set not null;
create index routing_decisions_newest on routing_decisions (brokerage_id, id desc);
