-- What a registration adds to its lead. The name is kept as it was entered; a lead of the same person under another name
-- is another lead.
alter table leads
  add column registered_name text,
  add column preferences jsonb,
  add check (registration_status in
    ('new', 'assigned', 'contacted', 'qualified', 'nurture', 'dead', 'showing', 'offer'));
-- Registrations that nothing has happened to for a while.
create index leads_registrations_quiet on leads (last_contact, id)
  where registration_status in ('new', 'assigned', 'contacted', 'qualified', 'showing', 'offer');
