alter table feed_spending
  -- What replies of requests under way may have. A request whose process died stays counted: after the longest time that a request takes,
  -- as one reply of the usual size.
  add column reserved_bytes bigint not null default 0;
