/** The events of the live stream: when each is sent, and the fields of its data. Names are those of webhooks where both have an event. */
export const streamedEvents = {
  "lead.created": {
    when: "a lead is created",
    data: ["lead_id", "brokerage_id", "assigned_agent_id", "source", "pipeline_type", "stage"],
  },
  "lead.assigned": {
    when: "a lead gets another agent, or none",
    data: ["lead_id", "brokerage_id", "agent_id", "previous_agent_id"],
  },
  "lead.left": { when: "a lead of the caller gets another agent; sent to agents only", data: ["lead_id"] },
  "lead.stage_changed": {
    when: "a lead changes its stage",
    data: ["lead_id", "brokerage_id", "from_stage", "to_stage"],
  },
  "lead.changed": {
    when:
      "another part of a lead changes; `changed` has any of contact, notes, pipeline_type, registration_status, follow_up, temperature, " +
      "last_contact, preferences, flags, timeline, and may be empty, as for tags and notes of staff",
    data: ["lead_id", "brokerage_id", "changed"],
  },
  "lead.deleted": { when: "a lead is deleted", data: ["lead_id", "brokerage_id"] },
  "leads.changed": {
    when: "one step creates, changes or deletes more than 50 leads, as imports do: read the lists again; empty for an agent whose leads left",
    data: ["brokerage_id", "count"],
  },
  "response_clock.started": {
    when: "a lead waits for its first contact",
    data: ["lead_id", "brokerage_id", "due_at", "target_seconds"],
  },
  "response_clock.stopped": {
    when: "the lead was contacted, or waits no more",
    data: ["lead_id", "brokerage_id", "stopped_at"],
  },
  "response_clock.breached": {
    when: "the first contact is late; found within a minute",
    data: ["lead_id", "brokerage_id", "due_at"],
  },
  "indexing.queued": { when: "a job to index photos is requested", data: ["job_id", "status", "total"] },
  "indexing.started": { when: "the job starts", data: ["job_id", "status", "total"] },
  "indexing.progressed": { when: "a batch of its photos is done", data: ["job_id"] },
  "indexing.completed": { when: "it ends", data: ["job_id", "status", "total"] },
  "feed.created": { when: "a feed is added", data: ["feed_id", "source_id"] },
  "feed.changed": { when: "a feed's settings or its status change", data: ["feed_id", "source_id"] },
  "feed.deleted": { when: "a feed is deleted", data: ["feed_id", "source_id"] },
  "feed.run_started": {
    when: "a run of a feed starts",
    data: ["feed_id", "run_id", "kind", "phase", "state", "done", "total"],
  },
  "feed.run_progressed": {
    when: "a hundredth of the run is done, or a thousand records where the total is not known; or its phase changes",
    data: ["feed_id", "run_id", "kind", "phase", "state", "done", "total"],
  },
  "feed.run_ended": {
    when: "the run ends",
    data: ["feed_id", "run_id", "kind", "phase", "state", "done", "total"],
  },
  reset: {
    when: "events were missed that the log has no more: read everything again; what follows is complete",
    data: [],
  },
} as const satisfies Record<string, { when: string; data: readonly string[] }>;

/** The events as rows of a Markdown table. */
export function streamTable(): string {
  return Object.entries(streamedEvents)
    .map(([name, { when, data }]) => `| \`${name}\` | ${when} | ${data.join(", ")} |`)
    .join("\n");
}

/** The description of the route in the OpenAPI document. */
export function describeStreamEvents(): string {
  return [
    "Server-sent events, for `EventSource`: agents get those of their own leads, brokers those of their brokerage, admins all, and those " +
      "of feeds and of jobs that index photos. `data` is JSON with ids and what changed; the resource itself is read from its own route.",
    "`id` is a position in a log that is kept for a day. A client that sends it back as `Last-Event-ID` gets what it has missed. " +
      "A comment every 15 seconds keeps the connection open; the stream ends with its session, and when it sees other leads. " +
      "A caller may have 5 streams; a stream whose reader is too slow is closed.",
    `| event | when | data |\n|---|---|---|\n${streamTable()}`,
  ].join("\n\n");
}
