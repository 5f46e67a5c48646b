alter table api_keys
  add column requests_per_minute integer check (requests_per_minute > 0),
  add column requests_per_hour integer check (requests_per_hour > 0),
  add column forwards_visitors boolean not null default false;
