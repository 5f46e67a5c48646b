import { sql } from "kysely";
import type { Db } from "../../src/platform/database/database.ts";
import type { TestApp } from "./test-app.ts";

/** What makes an index worth its while: 60,000 listings with photos, of which some are stored, and histories, 2,000 brokerages with keys, 20,000 vectors of agents. */
export async function fillListingsForPlans(db: Db): Promise<void> {
  await fillBrokerages(db);
  await sql`insert into sources (name) values ('plans')`.execute(db);
  // Before the listings, which would get new revisions.
  await sql`
    insert into open_houses (source_id, open_house_key, listing_key, date, status)
    select 1, n::text, 'key-' || n * 3, '2026-06-20', 'Active' from generate_series(1, 20000) n`.execute(db);
  await sql`
    insert into listings (source_id, listing_key, listing_id, content_hash, photos_hash, property_type,
      reso_property_type, status, city, state, description)
    select 1, 'key-' || n, 'id-' || n, '', '', 'Residential', 'Residential', 'Active', 'City ' || n % 50, 'ID',
      repeat('as long as a description ', 20)
    from generate_series(1, 60000) n`.execute(db);
  // One listing in two hundred has a pool; each has a word of its own, and all have one in common.
  await sql`
    insert into listing_words (listing_id, source_id, words)
    select id, source_id, array_to_tsvector(
      array['dthe', 'dword' || id, case when id % 200 = 0 then 'dpool' else 'dquiet' end, 'acity']
    )
    from listings`.execute(db);
  await sql`
    insert into listing_tombstones (listing_id, revision)
    select 100000 + n, 60000 + n from generate_series(1, 5000) n`.execute(db);
  await sql`
    insert into listing_photos (listing_id, position, url)
    select id, n, 'https://photos.test/' || id || '/' || n from listings, generate_series(1, 5) n`.execute(
    db,
  );
  await sql`
    insert into stored_photos (url_hash, url, status, storage_key, width, height, fetched_at)
    select sha256(convert_to(url, 'UTF8')), url, 'stored', md5(url), 800, 600, now()
    from listing_photos
    where position = 1`.execute(db);
  await sql`
    insert into listing_history (listing_id, event, occurred_on, status)
    select id, 'listed', '2026-01-01', 'Active' from listings`.execute(db);
  await sql`
    insert into api_keys (name, prefix, key_hash, role)
    select 'key', 'lk_', sha256(n::text::bytea), 'agent' from generate_series(1, 2000) n`.execute(db);
  await sql`
    insert into record_vectors (kind, record_id, brokerage_id, model, title, vector, stems)
    select 'agent', n, 2 + n % 2000, 'plans', '', decode(repeat('00', 384), 'hex'), '{}'
    from generate_series(1, 20000) n`.execute(db);
}

/**
 * What makes an index worth its while: 40,000 leads of 2,000 brokerages with the first row of their history, a ledger of 62,000
 * messages, and 80,000 enrollments in two drip sequences of every brokerage.
 */
export async function fillLeadsForPlans({ createTenant, database: { db } }: TestApp): Promise<void> {
  await createTenant("plans");
  await fillBrokerages(db);
  await sql`
    insert into agents (brokerage_id, name, slug, email)
    select 1, 'a' || n, 'a' || n, '' from generate_series(1, 20) n`.execute(db);
  // Brokerage 1 has 5,000 open leads and 5,000 others, every agent 500 of them; 2,000 brokerages have 15 each.
  await sql`
    insert into leads (brokerage_id, source, first_name, last_name, email, phone, subject, message, assigned_agent_id,
      pipeline_type, stage, stage_entered_at, status, registration_status, last_contact, created_at, updated_at, heat)
    select case when n <= 10000 then 1 else 2 + n % 2000 end, 'import', '', '', '', '(208) ' || 5550000 + n, '',
      repeat('as long as a message ', 20), case when n <= 10000 then 1 + n % 20 end, 'buyer',
      case when n % 2 = 0 then (array['NEW', 'CONTACTING', 'QUALIFIED', 'COMMITTED', 'IN_CONTRACT'])[1 + n % 5]
        else (array['CLOSED', 'ARCHIVED', 'TRASHED'])[1 + n % 3] end,
      at, 'new', case when n % 8 = 0 then 'contacted' end, shuffled, shuffled, at, case when n % 3 = 0 then n % 1000 end
    from generate_series(1, 40000) n,
      lateral (
        select now() - n * interval '1 minute', now() - (n * 7919 % 40000) * interval '1 minute'
      ) moments (at, shuffled)`.execute(db);
  // A tag of every third lead, and one of a hundred.
  await sql`
    insert into lead_tag_names (brokerage_id, name, created_at)
    select 1, name, now() from unnest(array['common', 'rare']) name
    union all select 1, 'tag ' || n, now() from generate_series(1, 300) n
    union all select 2 + n % 2000, 'tag ' || n / 2000, now() from generate_series(1, 40000) n`.execute(db);
  await sql`
    insert into lead_tags (lead_id, tag_id, tagged_at)
    select id, 1, now() from leads where id % 3 = 0 and brokerage_id = 1
    union all select id, 2, now() from leads where id % 100 = 0 and brokerage_id = 1
    union all select id, 3 + id % 300, now() from leads where brokerage_id = 1`.execute(db);
  // A ledger of years, and a bad morning of the mail server.
  await sql`
    insert into messages (brokerage_id, lead_id, kind, channel, recipient, occasion, reference, state, due_at, created_at,
      person_key)
    select 1, 1 + n % 40000, 'welcome', 'email', 'v@plans.test', n::text, n::text,
      case when n > 60000 then 'waiting' when n % 10 = 0 then 'withheld' else 'sent' end, at, at, 'person ' || n % 5000
    from generate_series(1, 62000) n, lateral (select now() - n * interval '1 minute') moments (at)`.execute(
    db,
  );
  await sql`
    insert into drip_sequences (brokerage_id, name, trigger_state, created_at, updated_at)
    select brokerages.id, stage, stage, now(), now()
    from brokerages, unnest(array['NEW', 'QUALIFIED']) stages (stage)`.execute(db);
  await sql`
    insert into drip_steps (sequence_id, position, delay_days, subject_template, body_template)
    select id, n, 7, '', repeat('as long as a letter ', 20) from drip_sequences, generate_series(1, 4) n`.execute(
    db,
  );
  await sql`
    insert into lead_events (lead_id, event_type, to_stage, occurred_at, actor_type, actor_name, created_at)
    select id, 'manual_entry', stage, created_at, 'system', 'system', created_at from leads`.execute(db);
  // Two in five are active, and due in the next weeks; of those a few hundred by now.
  await sql`
    insert into drip_enrollments (sequence_id, lead_id, status, enrolled_at, enrolled_state, next_step_position,
      next_send_at, stopped_reason, stopped_at)
    select drip_sequences.id, leads.id, case when is_active then 'active' else 'stopped' end, now(), trigger_state,
      case when is_active then 2 end,
      case when is_active then now() + (leads.id - 500) * interval '1 minute' end,
      case when not is_active then 'state_changed' end, case when not is_active then now() end
    from leads join drip_sequences using (brokerage_id), lateral (select leads.id % 5 < 2) states (is_active)`.execute(
    db,
  );
  // As autovacuum leaves it: what an index holds is read from the index alone.
  await sql`vacuum leads`.execute(db);
}

async function fillBrokerages(db: Db): Promise<void> {
  await sql`
    insert into brokerages (slug, name) select 'b' || n, 'b' from generate_series(1, 2000) n`.execute(db);
  await sql`
    insert into brokerage_domains (brokerage_id, domain)
    select id, slug || '.plans.test' from brokerages`.execute(db);
  await sql`
    insert into broker_contacts (brokerage_id, name, email)
    select id, 'Contact', slug || '@plans.test' from brokerages`.execute(db);
}

/** So many listings of one source, and 5,000 that are gone. */
export async function fillListings(db: Db, count: number): Promise<void> {
  await sql`insert into sources (name) values ('plans')`.execute(db);
  await sql`
    insert into listings (source_id, listing_key, listing_id, content_hash, photos_hash, property_type,
      reso_property_type, status, description)
    select 1, 'key-' || n, 'id-' || n, '', '', 'Residential', 'Residential', 'Active', repeat('words ', 100)
    from generate_series(1, ${count}::integer) n`.execute(db);
  await sql`
    insert into listing_tombstones (listing_id, revision)
    select 100000 + n, n from generate_series(1, 5000) n`.execute(db);
}
