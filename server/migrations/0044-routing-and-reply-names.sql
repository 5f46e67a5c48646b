-- Names that state their purpose: one row per brokerage is the routing lock, and a reply holds the lead id that it contained.
alter table routing_turns rename to routing_locks;
alter index routing_turns_pkey rename to routing_locks_pkey;
alter table routing_locks rename constraint routing_turns_brokerage_id_fkey to routing_locks_brokerage_id_fkey;
alter table registration_replies rename column told_lead_id to replied_lead_id;
