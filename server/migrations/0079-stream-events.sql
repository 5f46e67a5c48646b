-- The log of the live stream (`GET /api/v1/admin/stream`): what has changed that a back office shows, for a day. Triggers write it, in the
-- transaction of the change, so that no program can change a lead without an event. Rows have ids and names of fields, no personal data.
create table stream_events (
  id bigint generated always as identity primary key,
  -- The order in which the changes became visible, given after their commit by one process at a time: ids are taken in one order and
  -- committed in another. Null until then.
  position bigint,
  event text not null,
  -- Null: for admins alone. No reference: the rows of a deleted brokerage end with their day.
  brokerage_id integer,
  agent_id integer,
  -- The agent who has lost the lead by this change: they learn that it left, and nothing else.
  left_agent_id integer,
  data jsonb not null,
  occurred_at timestamptz not null default now()
);
-- What has no position yet.
create index stream_events_pending on stream_events (id) where position is null;
-- Streams that are resumed, the process that follows the log, and its clean-up.
create unique index stream_events_position on stream_events (position) where position is not null;

-- A statement that changes more leads than this (an import, an agent who leaves) is one event for each agent.
create function stream_batch_limit() returns integer language sql immutable as $$ select 50 $$;

create function stream_created_leads() returns trigger language plpgsql as $$
begin
  if (select count(*) from created) > stream_batch_limit() then
    insert into stream_events (event, brokerage_id, agent_id, data)
    select 'leads.changed', brokerage_id, assigned_agent_id,
      jsonb_build_object('brokerage_id', brokerage_id, 'count', count(*))
    from created
    group by brokerage_id, assigned_agent_id;
    return null;
  end if;
  insert into stream_events (event, brokerage_id, agent_id, data)
  select 'lead.created', brokerage_id, assigned_agent_id,
    jsonb_build_object(
      'lead_id', id, 'brokerage_id', brokerage_id, 'assigned_agent_id', assigned_agent_id, 'source', source,
      'pipeline_type', pipeline_type, 'stage', stage
    )
  from created
  order by id;
  insert into stream_events (event, brokerage_id, agent_id, data)
  select 'response_clock.started', brokerage_id, assigned_agent_id,
    jsonb_build_object(
      'lead_id', id, 'brokerage_id', brokerage_id, 'due_at', response_due_at, 'target_seconds', response_target_seconds
    )
  from created
  where response_due_at is not null and response_stopped_at is null
  order by id;
  return null;
end $$;

create function stream_changed_leads() returns trigger language plpgsql as $$
begin
  if (select count(*) from new_leads) > stream_batch_limit() then
    insert into stream_events (event, brokerage_id, agent_id, left_agent_id, data)
    select 'leads.changed', n.brokerage_id, n.assigned_agent_id,
      nullif(o.assigned_agent_id, n.assigned_agent_id),
      jsonb_build_object('brokerage_id', n.brokerage_id, 'count', count(*))
    from new_leads n join old_leads o using (id)
    group by n.brokerage_id, n.assigned_agent_id, o.assigned_agent_id;
    return null;
  end if;
  insert into stream_events (event, brokerage_id, agent_id, left_agent_id, data)
  select change.event, n.brokerage_id, n.assigned_agent_id, change.left_agent_id,
    jsonb_build_object('lead_id', n.id, 'brokerage_id', n.brokerage_id) || change.data
  from new_leads n join old_leads o using (id),
    -- What lists and the page of a lead show, besides its stage, agent and response clock.
    lateral (
      select array_remove(
        array[
          case
            when (n.first_name, n.last_name, n.email, n.phone)
              is distinct from (o.first_name, o.last_name, o.email, o.phone)
              then 'contact'
          end,
          case when n.notes is distinct from o.notes then 'notes' end,
          case when n.pipeline_type <> o.pipeline_type then 'pipeline_type' end,
          case when n.registration_status is distinct from o.registration_status then 'registration_status' end,
          case
            when (n.follow_up_due_at, n.follow_up_note, n.follow_up_source)
              is distinct from (o.follow_up_due_at, o.follow_up_note, o.follow_up_source)
              then 'follow_up'
          end,
          case when (n.heat, n.last_signal_at) is distinct from (o.heat, o.last_signal_at) then 'temperature' end,
          case when n.last_contact <> o.last_contact then 'last_contact' end,
          case when n.preferences is distinct from o.preferences then 'preferences' end
        ],
        null
      ) as changed
    ) fields,
    lateral (
      values
        (
          1, 'lead.assigned', n.assigned_agent_id is distinct from o.assigned_agent_id, o.assigned_agent_id,
          jsonb_build_object('agent_id', n.assigned_agent_id, 'previous_agent_id', o.assigned_agent_id)
        ),
        (
          2, 'lead.stage_changed', n.stage <> o.stage, null,
          jsonb_build_object('from_stage', o.stage, 'to_stage', n.stage)
        ),
        (
          3, 'response_clock.started',
          n.response_due_at is not null and n.response_stopped_at is null
            and (n.response_due_at is distinct from o.response_due_at or o.response_stopped_at is not null),
          null,
          jsonb_build_object('due_at', n.response_due_at, 'target_seconds', n.response_target_seconds)
        ),
        (
          4, 'response_clock.stopped', n.response_stopped_at is not null and o.response_stopped_at is null, null,
          jsonb_build_object('stopped_at', n.response_stopped_at)
        ),
        (
          5, 'response_clock.breached',
          'response_breach' = any (n.alerts_decided) and 'response_breach' <> all (o.alerts_decided), null,
          jsonb_build_object('due_at', n.response_due_at)
        ),
        (
          6, 'lead.changed',
          n.updated_at <> o.updated_at and n.stage = o.stage
            and n.assigned_agent_id is not distinct from o.assigned_agent_id
            or fields.changed <> '{}',
          null,
          jsonb_build_object('changed', fields.changed)
        )
    ) as change (nth, event, is_so, left_agent_id, data)
  where change.is_so
  order by n.id, change.nth;
  return null;
end $$;

create function stream_deleted_leads() returns trigger language plpgsql as $$
begin
  if (select count(*) from deleted) > stream_batch_limit() then
    insert into stream_events (event, brokerage_id, agent_id, data)
    select 'leads.changed', brokerage_id, assigned_agent_id,
      jsonb_build_object('brokerage_id', brokerage_id, 'count', count(*))
    from deleted
    group by brokerage_id, assigned_agent_id;
    return null;
  end if;
  insert into stream_events (event, brokerage_id, agent_id, data)
  select 'lead.deleted', brokerage_id, assigned_agent_id,
    jsonb_build_object('lead_id', id, 'brokerage_id', brokerage_id)
  from deleted
  order by id;
  return null;
end $$;

create trigger leads_stream_created after insert on leads
  referencing new table as created
  for each statement execute function stream_created_leads();
create trigger leads_stream_changed after update on leads
  referencing old table as old_leads new table as new_leads
  for each statement execute function stream_changed_leads();
create trigger leads_stream_deleted after delete on leads
  referencing old table as deleted
  for each statement execute function stream_deleted_leads();

-- What belongs to a lead and is in other tables. The argument: the name of what changed.
create function stream_parts_of_leads() returns trigger language plpgsql as $$
begin
  insert into stream_events (event, brokerage_id, agent_id, data)
  select 'lead.changed', leads.brokerage_id, leads.assigned_agent_id,
    jsonb_build_object('lead_id', leads.id, 'brokerage_id', leads.brokerage_id, 'changed', jsonb_build_array(tg_argv[0]))
  from leads
  where id in (select lead_id from parts)
  order by id
  limit stream_batch_limit();
  return null;
end $$;

create trigger lead_flags_stream_inserted after insert on lead_flags
  referencing new table as parts
  for each statement execute function stream_parts_of_leads('flags');
create trigger lead_flags_stream_updated after update on lead_flags
  referencing new table as parts
  for each statement execute function stream_parts_of_leads('flags');

-- Rows of a timeline that change nothing in the row of their lead.
create function stream_timeline_row() returns trigger language plpgsql as $$
begin
  insert into stream_events (event, brokerage_id, agent_id, data)
  select 'lead.changed', brokerage_id, assigned_agent_id,
    jsonb_build_object('lead_id', id, 'brokerage_id', brokerage_id, 'changed', jsonb_build_array('timeline'))
  from leads
  where id = new.lead_id;
  return null;
end $$;
create trigger lead_events_stream after insert on lead_events
  for each row
  when (new.event_type in ('contact_logged', 'tour_requested', 'unverified_contact', 'unverified_contact_accepted'))
  execute function stream_timeline_row();

-- Jobs that index photos. Their progress is one event for each batch of photos.
create function stream_indexing_job() returns trigger language plpgsql as $$
begin
  insert into stream_events (event, data)
  values (
    case
      when new.finished_at is not null then 'indexing.completed'
      when new.status = 'running' then 'indexing.started'
      else 'indexing.queued'
    end,
    jsonb_build_object('job_id', new.id, 'status', new.status, 'total', new.total)
  );
  return null;
end $$;
create trigger indexing_jobs_stream_inserted after insert on indexing_jobs
  for each row execute function stream_indexing_job();
create trigger indexing_jobs_stream_updated after update of status on indexing_jobs
  for each row when (new.status <> old.status) execute function stream_indexing_job();

create function stream_indexing_progress() returns trigger language plpgsql as $$
begin
  insert into stream_events (event, data)
  select 'indexing.progressed', jsonb_build_object('job_id', job_id) from processed group by job_id;
  return null;
end $$;
create trigger indexing_job_images_stream after update on indexing_job_images
  referencing new table as processed
  for each statement execute function stream_indexing_progress();

-- Runs of feeds: an event for each hundredth of what is to be done, or each thousand records where the total is not known.
create function stream_feed_run() returns trigger language plpgsql as $$
begin
  insert into stream_events (event, data)
  values (
    case
      when new.state <> 'running' then 'feed.run_ended'
      when tg_op = 'INSERT' then 'feed.run_started'
      else 'feed.run_progressed'
    end,
    jsonb_build_object(
      'feed_id', new.feed_id, 'run_id', new.id, 'kind', new.kind, 'phase', new.phase, 'state', new.state,
      'done', new.done, 'total', new.total
    )
  );
  return null;
end $$;
create trigger feed_runs_stream_inserted after insert on feed_runs
  for each row execute function stream_feed_run();
create trigger feed_runs_stream_updated after update of state, phase, done, total on feed_runs
  for each row
  when (
    new.state <> old.state
    or new.phase is distinct from old.phase
    or new.done::bigint * 100 / nullif(new.total, 0) is distinct from old.done::bigint * 100 / nullif(old.total, 0)
    or new.total is null and new.done / 1000 <> old.done / 1000
  )
  execute function stream_feed_run();

-- What a feed's status is derived from, without the counts of its requests.
create function stream_feed() returns trigger language plpgsql as $$
declare
  feed feeds := coalesce(new, old);
begin
  insert into stream_events (event, data)
  values (
    case tg_op when 'INSERT' then 'feed.created' when 'DELETE' then 'feed.deleted' else 'feed.changed' end,
    jsonb_build_object('feed_id', feed.id, 'source_id', feed.source_id)
  );
  return null;
end $$;
create trigger feeds_stream_added_or_removed after insert or delete on feeds
  for each row execute function stream_feed();
create trigger feeds_stream_changed
  after update of version, enabled, held_at, error_at, error_code, wait_reason, loaded_at, last_success_at on feeds
  for each row
  when (
    (
      new.version, new.enabled, new.held_at, new.error_at, new.error_code, new.wait_reason, new.loaded_at,
      new.last_success_at
    ) is distinct from (
      old.version, old.enabled, old.held_at, old.error_at, old.error_code, old.wait_reason, old.loaded_at,
      old.last_success_at
    )
  )
  execute function stream_feed();
