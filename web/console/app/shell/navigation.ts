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
    title: "Outreach and team",
    entries: [
      { to: "/drips", label: "Drips", icon: "drop", needs: "listDripSequences" },
      { to: "/people", label: "People", icon: "identification-card", needs: "listAgents" },
      { to: "/suggestions", label: "Suggestions", icon: "note-pencil", needs: "listSuggestions" },
      { to: "/routing", label: "Routing", icon: "shuffle", needs: "previewRouting" },
    ],
  },
];
