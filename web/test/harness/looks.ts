import type { BrowserContextOptions } from "playwright-core";
import type { AuditedRules } from "./audit-page.ts";

const phone: BrowserContextOptions = { viewport: { width: 320, height: 640 } };

/** How each page is looked at, with the rules that can find something new in that look. */
export const looks: { look: string; options: BrowserContextOptions; rules: AuditedRules }[] = [
  { look: "light", options: { colorScheme: "light" }, rules: "all" },
  { look: "dark", options: { colorScheme: "dark" }, rules: "colors" },
  { look: "light at 320 px", options: { ...phone, colorScheme: "light" }, rules: "all" },
  { look: "dark at 320 px", options: { ...phone, colorScheme: "dark" }, rules: "colors" },
];
