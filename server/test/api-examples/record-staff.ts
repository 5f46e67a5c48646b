import { leadUnsubscribeLink } from "../../src/messages/lead-unsubscribe-link.ts";
import { openBrowser } from "../harness/browser.ts";
import { PLATFORM } from "../harness/sms-fixture.ts";
import type { TestApp } from "../harness/test-app.ts";
import { signForm } from "../harness/twilio-server.ts";
import { linkInMail, type Send } from "./recorder.ts";

const as = "broker" as const;

/** What a brokerage's people send from the back office: leads, tours, drips, alerts. */
export async function recordStaff(send: Send, lintel: TestApp): Promise<void> {
  await recordLeads(send);
  await recordTours(send);
  await recordDrips(send, lintel);
  await recordPeople(send, lintel);
  await recordAlerts(send);
}

async function recordLeads(send: Send): Promise<void> {
  await send("countLeads", { as });
  await send("getLeadMeta", { as });
  await send("getDashboard", { as });
  await send("getLeadBoard", { as, query: { per_column: 2 } });
  await send("listLeads", { as, query: { q: "lovelace", sort: "-created_at", page_size: 2 } });
  const { id: lead_id } = await send("createManualLead", {
    as,
    body: {
      ...{ first_name: "Katherine", last_name: "Johnson", email: "katherine@example.com" },
      ...{ phone: "(208) 555-0103", subject: "Relocation", message: "Looks for four bedrooms in Meridian." },
    },
  });
  const path = { lead_id };
  await send("updateLead", { as, path, body: { notes: "Prefers texts.", pipeline_type: "buyer" } });
  await send("recordLeadTransition", {
    as,
    path,
    body: { event_type: "contact_attempted", channel: "call", note: "Visit on Friday." },
  });
  await send("logLeadContact", {
    as,
    path,
    body: { channel: "call", direction: "outbound", note: "Talked about schools." },
  });
  await send("addLeadNote", { as, path, body: { note: "Has two dogs." } });
  const due_at = "2026-06-19T16:00:00Z";
  await send("setLeadFollowUp", { as, path, body: { due_at, note: "Send three homes." } });
  await send("getLead", { as, path });
  await send("clearLeadFollowUp", { as, path });
  await send("setLeadFlag", {
    as,
    path: { lead_id, flag: "do_not_call" },
    body: { reason: "Asked for texts." },
  });
  await send("listLeadFlags", { as, path });
  await send("clearLeadFlag", {
    as,
    path: { lead_id, flag: "do_not_call" },
    body: { reason: "Agreed again." },
  });
  await send("setLeadTags", { as, path, body: { tags: ["relocation", "first visit"] } });
  await send("addLeadTag", { as, path: { lead_id, tag: "vip" } });
  await send("removeLeadTag", { as, path: { lead_id, tag: "first visit" } });
  const tags = await send("listLeadTags", { as });
  const [unused, tag] = tags.items;
  await send("renameLeadTag", { as, path: { tag_id: tag.id }, body: { name: "moves to Boise" } });
  await send("deleteLeadTag", { as, path: { tag_id: unused.id } });
  const bulk = { lead_ids: [lead_id], action: "tag", tag: "open house" };
  const { id: bulk_id } = await send("editLeadsInBulk", { as, body: bulk });
  await send("undoBulkEdit", { as, path: { bulk_id } });
  await send("getLeadTimeline", { as, path });
  const { items } = await send("listLeads", { as, query: { page_size: 100 } });
  const form = items.find((lead: { email: string }) => lead.email === "ada@example.com");
  await send("listLeadVisits", { as, path: { lead_id: form.id } });
  await send("listLeadFavorites", { as, path: { lead_id: form.id } });
  await send("getLeadRouting", { as, path: { lead_id: form.id } });
  await send("listRoutingDecisions", { as, query: { page_size: 2 } });
  await send("previewRouting", { as, body: { intake: "contact_form", city: "Boise" } });
  await send("listLeadMessages", { as, path: { lead_id: form.id } });
  const search = {
    name: "With a shop",
    filters: { city: ["Eagle"], features: ["shop"] },
    frequency: "weekly",
  };
  await send("createLeadSearch", { as, path, body: search });
  await send("listLeadSearches", { as, path });
  const registered = items.find((lead: { email: string }) => lead.email === "grace@example.com");
  await recordUnverified(send, registered.id);
  await send("deleteLead", { as: "admin", path });
}

/** A second registration, with another telephone number. */
async function recordUnverified(send: Send, lead_id: number): Promise<void> {
  await send("registerClient", {
    body: { name: "Grace Hopper", email: "grace@example.com", phone: "208-555-0199" },
  });
  const { events } = await send("getLeadTimeline", { as, path: { lead_id } });
  const event = events.find((each: { event_type: string }) => each.event_type === "unverified_contact");
  await send("acceptUnverifiedContact", { as, path: { lead_id, event_id: event.id } });
}

async function recordTours(send: Send): Promise<void> {
  const tours = await send("listTours", { as });
  const path = { request_id: tours[0].id };
  await send("getTour", { as, path });
  await send("updateTour", { as, path, body: { status: "confirmed" } });
}

async function recordDrips(send: Send, lintel: TestApp): Promise<void> {
  await send("getDripMeta", { as });
  await send("listDripStarters", { as });
  // One that the demo has not.
  await send("copyDripStarter", { as, path: { key: "re_engagement" }, body: { active: false } });
  const { id: sequence_id } = await send("createDripSequence", {
    as,
    body: {
      ...{ name: "First week", trigger_state: "CONTACTING", pipeline_type: "buyer" },
      description: "For buyers who have not answered yet",
      steps: [
        {
          delay_days: 0,
          subject_template: "Homes for you, {{first_name}}",
          body_template: "Hello {{first_name}},\n\nwhat matters most to you?\n\n{{agent_name}}",
        },
        { delay_days: 3, subject_template: "Still looking?", body_template: "Shall I send you a list?" },
      ],
    },
  });
  const path = { sequence_id };
  await send("updateDripSequence", { as, path, body: { name: "The first week" } });
  await send("listDripSequences", { as, query: { page_size: 2 } });
  await send("getDripSequence", { as, path });
  const { items } = await send("listLeads", { as, query: { q: "grace@example.com" } });
  const lead_id = items[0].id;
  await send("previewDripStep", { as, path, body: { lead_id, position: 1 } });
  await send("simulateDrip", { as, path, body: { lead_id } });
  await send("enrollLead", { as, path: { sequence_id, lead_id } });
  await send("listEnrollments", { as, path });
  await send("getLeadDrips", { as, path: { lead_id } });
  await send("runDrips", { as: "admin", query: { dry_run: true } });
  await send("stopEnrollment", { as, path: { sequence_id, lead_id } });
  await send("deleteDripSequence", { as, path });
  const link = (await leadUnsubscribeLink(lintel.ctx, lead_id)) as string;
  const token = new URL(link).pathname.split("/").at(-1) as string;
  await send("unsubscribeLead", { path: { token } });
  await send("unsubscribeLeadOneClick", { path: { token } });
}

async function recordPeople(send: Send, lintel: TestApp): Promise<void> {
  await send("listMessages", { as, query: { page_size: 2 } });
  const { items } = await send("listNewsletterSubscribers", { as });
  const token = new URL(items[0].unsubscribe_url).pathname.split("/").at(-1) as string;
  await send("unsubscribeFromNewsletter", { path: { token } });
  await send("unsubscribeFromNewsletterOneClick", { path: { token } });
  const requests = await send("listPrivacyRequests", { as });
  const wanted = requests.items.find((each: { kind: string }) => each.kind === "export");
  await send("runPrivacyRequest", { as, path: { request_id: wanted.id } });
  const link = await linkInMail(lintel, "privacy_export_ready");
  await send("downloadPrivacyExport", { path: { token: link.pathname.split("/").at(-1) as string } });
  const form = {
    ...{ AccountSid: PLATFORM.accountSid, MessageSid: `SM${"1".padStart(32, "0")}` },
    ...{ From: "+12085550101", To: PLATFORM.from, Body: "STOP", NumMedia: "0" },
  };
  await send("receiveText", {
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": signForm("https://api.example.com/api/sms/inbound", form, PLATFORM.authToken),
    },
    payload: new URLSearchParams(form).toString(),
  });
}

async function recordAlerts(send: Send): Promise<void> {
  await send("getPushKey", { as });
  const { json } = openBrowser("https://push.example.com/send/5f2c1f0e");
  await send("createPushSubscription", { as, body: json });
  await send("deletePushSubscription", { as, body: { endpoint: json.endpoint } });
}
