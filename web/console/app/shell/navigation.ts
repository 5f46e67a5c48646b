import type { IconName } from "../../icons/icon.tsx";
import type { Operation } from "../me.ts";

export type NavEntry = { to: string; label: string; icon: IconName; needs: Operation };

/** The menu. An entry is offered to those who may call the operation that its page begins with. */
export const navigation: readonly { title: string; entries: readonly NavEntry[] }[] = [
  {
    title: "Work",
    entries: [
      { to: "/", label: "Today", icon: "sun-horizon", needs: "getDashboard" },
      { to: "/leads", label: "Leads", icon: "users", needs: "listLeads" },
      { to: "/leads/board", label: "Board", icon: "kanban", needs: "getLeadBoard" },
    ],
  },
  {
    title: "Market",
    entries: [
      { to: "/listings", label: "Listings", icon: "house-line", needs: "getListingVisibility" },
      { to: "/feeds", label: "Feeds", icon: "arrows-clockwise", needs: "listFeeds" },
    ],
  },
  {
    title: "Outreach and team",
    entries: [
      { to: "/drips", label: "Drips", icon: "drop", needs: "listDripSequences" },
      { to: "/people", label: "People", icon: "identification-card", needs: "listAgents" },
      { to: "/suggestions", label: "Suggestions", icon: "note-pencil", needs: "listSuggestions" },
      { to: "/routing", label: "Routing", icon: "shuffle", needs: "previewRouting" },
    ],
  },
  {
    title: "Office",
    entries: [
      { to: "/images", label: "Images", icon: "image", needs: "getImageIndexStats" },
      { to: "/webhooks", label: "Webhooks", icon: "webhooks-logo", needs: "listWebhooks" },
      { to: "/messages", label: "Messages", icon: "envelope-simple", needs: "listMessages" },
      { to: "/privacy", label: "Privacy", icon: "shield-check", needs: "listPrivacyRequests" },
      { to: "/audit", label: "Audit log", icon: "clock-counter-clockwise", needs: "listAuditLog" },
      { to: "/settings", label: "Settings", icon: "gear-six", needs: "listStaffSessions" },
      { to: "/admin", label: "Admin", icon: "buildings", needs: "getSystem" },
    ],
  },
];

/** What ⌘K begins, beside the pages. */
export const actions: readonly NavEntry[] = [
  { to: "/leads/new", label: "New lead", icon: "plus", needs: "createManualLead" },
  { to: "/feeds/new", label: "Add a feed", icon: "plus", needs: "createFeed" },
];

/** What ⌘K is called. */
export const FIND = "Find a person, home or page";
/** What it finds things by. */
export const WHAT = "Name, email, phone, address or page";
