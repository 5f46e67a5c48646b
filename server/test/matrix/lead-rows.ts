import type { Expected } from "./expectation.ts";
import type { Row } from "./rows.ts";
import type { World } from "./world.ts";

const leadNotFound: Expected = { status: 404, detail: "Lead not found" };
const tourNotFound: Expected = { status: 404, detail: "Tour request not found" };

const at = (path: string): Row => ({ request: () => ({ path }) });

type Made = (world: World) => Promise<number>;

/** A path below a fresh lead of the home brokerage, which its agent has. */
const ofLead = (rest: string, body?: object, make: Made = (world) => world.makeLead()): Row => ({
  request: async (world) => ({ path: `/api/v1/admin/leads/${await make(world)}${rest}`, body }),
  foreign: { all: leadNotFound },
});

const ofTour = (body?: object): Row => ({
  request: async (world) => ({ path: `/api/tours/${await world.makeTour()}`, body }),
  foreign: { all: tourNotFound },
});

const ofTag = (body?: (world: World) => object): Row => ({
  request: async (world) => ({
    path: `/api/v1/admin/leads/tags/${(await world.makeTag()).id}`,
    body: body?.(world),
  }),
  foreign: { all: { status: 404, detail: "Tag not found" } },
});

const person = {
  first_name: "New",
  last_name: "Lead",
  email: "new@leads.test",
  subject: "Hi",
  message: "Hi",
};

/** Leads, tours and the newsletter. */
export const leadRows: Record<string, Row> = {
  submitContactForm: {
    request: () => ({
      path: "/api/contact",
      body: { ...person, firstName: "New", lastName: "Lead" },
    }),
  },
  registerClient: {
    request: (world) => ({
      path: "/register",
      body: { name: "New Client", email: `${world.name()}@clients.test` },
    }),
  },
  createManualLead: {
    request: ({ home }) => ({ path: "/api/v1/admin/leads", body: { ...person, brokerage_id: home.id } }),
  },
  countLeads: {
    ...at("/api/leads/count"),
    foreign: { all: { status: 404, detail: "Brokerage not found" } },
  },
  listLeads: at("/api/v1/admin/leads"),
  getLead: ofLead(""),
  updateLead: ofLead("", { notes: "Called twice" }),
  deleteLead: ofLead(""),
  getLeadBoard: at("/api/v1/admin/leads/board"),
  runLifecycleSweep: at("/api/v1/admin/leads/lifecycle/sweep"),
  getLeadMeta: at("/api/v1/admin/leads/meta"),
  getDashboard: at("/api/v1/admin/dashboard"),

  getLeadRouting: ofLead("/routing", undefined, (world) => world.makeRoutedLead()),

  listRoutingDecisions: at("/api/v1/admin/routing/decisions"),
  previewRouting: {
    request: (world) => ({
      path: "/api/v1/admin/routing/preview",
      body: { brokerage_id: world.home.id },
    }),
    changesNothing: true,
    foreign: { all: { status: 404, detail: "Brokerage not found" } },
  },
  streamEvents: {
    request: () => ({ path: "/api/v1/admin/stream" }),
    // A cookie alone opens it.
    success: 403,
    signedIn: { status: 200 },
  },

  getLeadTimeline: ofLead("/transitions"),
  listLeadMessages: ofLead("/messages"),
  recordLeadTransition: ofLead("/transitions", { event_type: "contact_attempted", channel: "call" }),
  acceptUnverifiedContact: {
    request: async (world) => {
      const { lead, event } = await world.makeUnverifiedContact();
      return { path: `/api/v1/admin/leads/${lead}/unverified-contacts/${event}/accept` };
    },
    foreign: { all: leadNotFound },
  },
  addLeadNote: ofLead("/notes", { note: "Has two dogs" }),
  listLeadVisits: ofLead("/visits"),
  listLeadFavorites: ofLead("/favorites"),
  logLeadContact: ofLead("/contacts", { channel: "text", direction: "inbound" }),
  setLeadFollowUp: ofLead("/follow-up", { due_at: "2030-01-01T00:00:00Z" }),
  clearLeadFollowUp: ofLead("/follow-up", undefined, (world) => world.makeBookedLead()),

  listLeadFlags: ofLead("/flags"),
  setLeadFlag: ofLead("/flags/dnc", { reason: "Asked for it" }),
  clearLeadFlag: ofLead("/flags/do_not_call", undefined, (world) => world.makeFlaggedLead()),

  editLeadsInBulk: {
    request: async (world) => ({
      path: "/api/v1/admin/leads/bulk",
      body: { lead_ids: [await world.makeLead()], action: "tag", tag: world.name() },
    }),
  },
  // Of no edit of the caller: what one's own does is in the operation's own test.
  undoBulkEdit: { ...at("/api/v1/admin/leads/bulk/999999/undo"), success: 404 },
  listLeadTags: {
    request: ({ home }) => ({ path: `/api/v1/admin/leads/tags?brokerage_id=${home.id}` }),
    foreign: {},
  },
  setLeadTags: ofLead("/tags", { tags: ["first-time"] }),
  addLeadTag: ofLead("/tags/vip"),
  removeLeadTag: ofLead("/tags/seen", undefined, async (world) => (await world.makeTag()).lead),
  renameLeadTag: ofTag((world) => ({ name: world.name() })),
  deleteLeadTag: ofTag(),

  requestTour: {
    request: () => ({
      path: "/api/tours",
      body: { listing_id: "MATRIX-1", name: "New Lead", email: "new@leads.test" },
    }),
  },
  listMessages: at("/api/v1/admin/messages"),
  listTours: at("/api/tours"),
  getTour: ofTour(),
  updateTour: ofTour({ status: "confirmed" }),

  subscribeToNewsletter: {
    request: () => ({ path: "/api/newsletter/subscribe", body: { email: "new@leads.test" } }),
  },
  // An invalid signature: what a valid one does is in the operation's own test.
  receiveText: { ...at("/api/sms/inbound"), success: 403 },
  // Invalid links: what a valid one does is in the operation's own test.
  unsubscribeLead: { ...at("/api/drips/unsubscribe/unknown"), success: 404 },
  unsubscribeLeadOneClick: { ...at("/api/drips/unsubscribe/unknown"), success: 404 },
  unsubscribeFromNewsletter: { ...at("/api/newsletter/unsubscribe/unknown"), success: 404 },
  unsubscribeFromNewsletterOneClick: { ...at("/api/newsletter/unsubscribe/unknown"), success: 404 },
  listNewsletterSubscribers: at("/api/v1/admin/newsletter/subscribers"),

  createPrivacyRequest: {
    request: () => ({ path: "/api/privacy/requests", body: { kind: "erase", email: "new@leads.test" } }),
  },
  showPrivacyConfirmation: { ...at("/api/privacy/confirm/unknown"), success: 404 },
  confirmPrivacyRequest: { ...at("/api/privacy/confirm/unknown"), success: 404 },
  pressPrivacyConfirmation: { ...at("/api/privacy/confirm/unknown/button"), success: 404 },
  downloadPrivacyExport: { ...at("/api/privacy/exports/unknown"), success: 404 },
  listPrivacyRequests: {
    request: async (world) => {
      await world.makePrivacyRequest();
      return { path: "/api/v1/admin/privacy/requests" };
    },
  },
  runPrivacyRequest: {
    request: async (world) => ({
      path: `/api/v1/admin/privacy/requests/${await world.makePrivacyRequest()}/run`,
    }),
    foreign: { all: { status: 404, detail: "Privacy request not found" } },
  },
};
