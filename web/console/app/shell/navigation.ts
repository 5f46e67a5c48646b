import type { IconName } from "../../icons/icon.tsx";
import type { Operation } from "../me.ts";

export type NavEntry = { to: string; label: string; icon: IconName; needs: Operation };

/** The menu. An entry is offered to those who may call the operation that its page begins with. */
export const navigation: readonly { title: string; entries: readonly NavEntry[] }[] = [
  {
    title: "Work",
    entries: [{ to: "/", label: "Today", icon: "sun-horizon", needs: "getDashboard" }],
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
