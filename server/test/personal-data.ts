type Columns = {
  /** What an erasure takes away with its row, or empties. */
  erased?: string;
  /** What may tell of a person and stays, and why. */
  kept?: Record<string, string>;
  /** Columns without data about visitors of a website, or with one of a few fixed words. */
  impersonal?: string;
};

/**
 * What stands in every column that can hold words, of every table: `personal-data.test.ts` fails for one that is not here.
 * A new one that may hold anything about a visitor belongs under `erased`, and into the erasure of the slice that has the
 * table (`server/src/privacy/erase-person.ts`) and into the export.
 */
export const personalData: Record<string, Columns> = {
  leads: {
    erased:
      "first_name last_name email phone subject message notes source_domain source_page utm_source utm_medium " +
      "utm_campaign source_address suspicions follow_up_note registered_name preferences",
    impersonal:
      "source pipeline_type stage status buyer_status seller_status registration_status follow_up_source alerts_decided",
  },
  lead_words: { erased: "words digits" },
  lead_events: {
    erased: "note payload actor_name",
    impersonal: "event_type from_stage to_stage reason_code channel actor_type",
  },
  lead_signals: { erased: "origin", impersonal: "kind" },
  registration_replies: { erased: "sender" },
  lead_flags: { erased: "reason clear_reason set_by cleared_by", impersonal: "flag" },
  lead_tag_names: { erased: "name" },
  lead_tags: {},
  lead_bulk_edits: { impersonal: "made_by action lead_ids" },
  lead_bulk_changes: { erased: "changes" },
  tour_requests: { erased: "name email phone preferred_time message", impersonal: "listing_id status" },
  newsletter_subscriptions: { erased: "email first_name interests" },
  clients: { erased: "email" },
  visitor_sessions: { erased: "notes inferred" },
  visitor_events: { erased: "id data", impersonal: "type" },
  visitor_listings: { impersonal: "listing_id traits" },
  visitor_preferences: { erased: "key value", impersonal: "type verdict source" },
  client_favorites: { impersonal: "listing_id" },
  saved_searches: {
    erased: "name given_filters query interpreted criteria",
    impersonal: "frequency channels events status made_by",
  },
  search_confirmations: { erased: "email token_hash code_hash sender search" },
  alert_recipients: { impersonal: "time_zone favorites_frequency favorites_channels favorites_status" },
  search_alerts: { impersonal: "channel cadence state ref" },
  search_events: { impersonal: "kinds part search_ids new_for status" },
  vow_acceptances: { impersonal: "version" },
  magic_links: { erased: "email token_hash code_hash sender" },
  client_sessions: { impersonal: "token_hash" },
  messages: {
    erased: "recipient occasion content failure person_key",
    impersonal: "kind channel reference state reader",
  },
  stream_events: { impersonal: "event data" },
  event_outbox: { erased: "data", impersonal: "event subject held_by" },
  webhook_deliveries: { erased: "payload", impersonal: "message_id event subject status attempt_log" },
  audit_log: {
    erased: "before after",
    impersonal: "actor_type actor_name actor_role action target_type target_id request_id",
  },
  idempotency_keys: {
    erased: "body",
    kept: {
      scope: "a hash of the caller, the route and the key, for a day",
      fingerprint: "a hash of what was asked for, for a day: the key goes on being taken",
    },
  },
  privacy_requests: {
    erased: "email token_hash",
    kept: { email_hash: "shows that a request was honoured, to whoever knows the address; keyed" },
    impersonal: "kind status receipt",
  },
  routing_decisions: { impersonal: "strategy used_strategy candidates" },
  sms_opt_outs: {
    kept: { phone: "a number that has asked for no more texts must never get one" },
    impersonal: "account_sid agent_ids",
  },
  inbound_texts: { impersonal: "message_sid" },

  // Of brokerages, those who work for them, and the market.
  agents: { impersonal: "name slug email phone bio photo_url status specialties social_links time_zone" },
  api_keys: { impersonal: "name prefix key_hash role" },
  branding_previews: { impersonal: "token_hash changes" },
  broker_contacts: { impersonal: "name email phone license_type license_number" },
  brokerage_domains: { impersonal: "domain" },
  brokerages: {
    impersonal:
      "slug name tagline description address_street address_city address_state address_state_abbr address_zip " +
      "address_country license_type license_number logo_url primary_color social_facebook social_instagram " +
      "franchise_affiliation website hero_headline hero_subtitle hero_search_examples nav_main nav_footer",
  },
  drip_enrollments: { impersonal: "enrolled_state status stopped_reason" },
  drip_sequences: { impersonal: "name description trigger_state pipeline_type" },
  drip_steps: { impersonal: "subject_template body_template" },
  feed_agents: {
    impersonal:
      "member_key name phone email record_name record_phone record_email roster_name roster_phone roster_email announced_name roster_contact announced_roster",
  },
  feed_offices: {
    impersonal:
      "office_key name phone email record_name record_phone record_email roster_name roster_phone roster_email announced_name roster_contact announced_roster",
  },
  feeds: {
    impersonal:
      "base_url auth_type token_url client_id scope sealed_secret strategy resources media filter user_agent " +
      "chosen_strategy cursors metadata wait_reason error_code error_message",
  },
  feed_runs: { impersonal: "kind state phase error_code error_message" },
  feed_rejects: { impersonal: "resource key reasons record holder" },
  feed_spending: {},
  photo_copies: {},
  photo_requests: { impersonal: "media_key address_hash outcome copy_key" },
  open_houses: { impersonal: "open_house_key listing_key status type remarks" },
  lead_settings: { impersonal: "routing_strategy time_zone quiet_start quiet_end postal_address" },
  image_enrichments: {
    impersonal:
      "key url caption image_of status failure enriched_by description room_type room_confidence vision_model " +
      "features quality_score words",
  },
  // Of staff, and of photos of houses.
  image_room_types: { impersonal: "room_type confidence set_by" },
  image_features: { impersonal: "key label category added_by" },
  image_vectors: { impersonal: "kind model vector" },
  indexing_jobs: { impersonal: "status requested_by failure held_by" },
  indexing_job_images: { impersonal: "outcome error" },
  listing_images: { impersonal: "photo_ids enrichment_ids unembedded_ids undescribed_ids" },
  leases: { impersonal: "name" },
  listing_documents: { impersonal: "content_hash facts features words" },
  listing_history: { impersonal: "event status" },
  listing_vectors: { impersonal: "model content_hash vectors" },
  listing_photos: { impersonal: "url media_key caption long_description image_of picture_url copy_key" },
  listings: {
    impersonal:
      "listing_key listing_id content_hash photos_hash address street_number street_dir_prefix street_name " +
      "street_suffix street_dir_suffix unit_number city state zip county property_type reso_property_type " +
      "property_subtype status mls_status description features major_change_type attribution_contact " +
      "association_fee_frequency parcel_number",
  },
  listing_states: { impersonal: "state id_key parcel_key address_key" },
  listing_words: { impersonal: "words" },
  push_subscriptions: { impersonal: "role name endpoint p256dh auth" },
  record_vectors: { impersonal: "kind model title vector stems" },
  schema_migrations: { impersonal: "name timestamp" },
  schema_migrations_lock: { impersonal: "id" },
  serving_models: { impersonal: "kind model" },
  sms_accounts: { impersonal: "account_sid sealed_auth_token from_number" },
  sources: { impersonal: "name" },
  source_rules: {
    impersonal:
      "source_name source_logo_url disclaimer copyright avm comments vow_fields vow_terms_version vow_terms_text " +
      "fields_hidden",
  },
  stored_photos: { impersonal: "url_hash url status failure storage_key" },
  suggestions: { impersonal: "target_type changes note status reason submitted_by decided_by" },
  users: { impersonal: "issuer subject email role" },
  admins: { impersonal: "email" },
  sign_in_links: {
    kept: {
      email: "an address that was entered to sign in as staff, known or not, for an hour and a quarter",
    },
    impersonal: "origin token_hash",
  },
  staff_sessions: { impersonal: "token_hash host email device method" },
  passkeys: { impersonal: "name rp_id credential_id public_key transports" },
  passkey_challenges: { impersonal: "challenge host" },
  webhook_endpoints: {
    impersonal: "url events sealed_secret sealed_previous_secret status disabled_reason created_by",
  },
  change_cursors: { impersonal: "name" },

  // Without words.
  client_activity: {},
  alert_matching: {},
  brokerage_sources: {},
  listing_index_snapshots: { impersonal: "newest_migration" },
  listing_log: {},
  listing_tombstones: {},
  listings_without_words: {},
  rotation_places: {},
  source_currency: {},
  routing_locks: {},
};

export const wordsOf = (text = ""): string[] => text.split(" ").filter(Boolean);
