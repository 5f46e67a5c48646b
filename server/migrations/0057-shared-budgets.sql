alter table feeds
  -- What wait_until is for: a pause that the server has asked for (null, too), the budget, or the share of it that photos have, which holds
  -- back photos alone.
  add column wait_reason text check (wait_reason in ('server', 'budget', 'photos')),
  -- Bytes that a page is expected to have: of the largest one lately.
  add column largest_reply bigint not null default 0;
