import { describe, expect, it } from "vitest";
import { statementSummary } from "./statement-summary.ts";

describe("statementSummary", () => {
  it.each([
    ["begin", "begin"],
    ["COMMIT", "commit"],
    [`select "id" from "leads" where "email" = $1`, "select leads"],
    ["select 1", "select"],
    ["insert into lead_events (note) values ($1)", "insert lead_events"],
    ["update messages set state = 'sending' where id in (select id from messages)", "update messages"],
    ["delete from jobs.job where name = $1", "delete jobs.job"],
    ["with due as (select id from drips) update enrollments set x = 1 from due", "update enrollments"],
    ["with a as (select 1 from agents) select * from a", "select agents"],
    ["select n from unnest($1::int[]) as n join agents on true", "select"],
    ["select extract(epoch from due_at) from messages", "select messages"],
    ["select a is distinct from b from drips", "select drips"],
    ["copy listing_photos from stdin", "copy listing_photos"],
    ["set jit to off", "set"],
    ["", "statement"],
  ])("%s: %s", (text, summary) => {
    expect(statementSummary(text).summary).toBe(summary);
  });

  it.each([
    "select 'mail from Quixotine' as text",
    "select $$from quixotine$$",
    "select $tag$ from quixotine $tag$ -- from quixotine",
    "select /* from quixotine */ 'it''s from quixotine'",
  ])("tells nothing of a literal or a comment: %s", (text) => {
    expect(statementSummary(text)).toEqual({ summary: "select", operation: "select" });
  });
});
