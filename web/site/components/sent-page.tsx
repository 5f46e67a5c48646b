import type { ComponentChildren } from "preact";
import { definePage, type Page, type PageDefinition } from "../frame/page.ts";
import { Icon } from "../icons/icon.tsx";

type SentPage = {
  /** The form's path and `/sent` (W15). */
  path: string;
  title: string;
  text: string;
  isOn?: PageDefinition<unknown>["isOn"];
  /** What to do next. */
  children: ComponentChildren;
};

/** The page on which a form arrives. */
export function sentPage({ path, title, text, isOn, children }: SentPage): Page {
  return definePage<null>({
    path,
    audience: "everyone",
    ...(isOn && { isOn }),
    async load() {
      return { head: { title, noindex: true }, data: null };
    },
    View() {
      return (
        <div class="prose sent">
          <Icon name="check" class="sent-mark" />
          <h1>{title}</h1>
          <p>{text}</p>
          <p class="actions">{children}</p>
        </div>
      );
    },
  });
}
