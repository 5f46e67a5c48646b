-- The ledger of a brokerage, newest first (`GET /api/v1/admin/messages`).
create index messages_newest on messages (brokerage_id, id desc);
