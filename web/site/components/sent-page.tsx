import type { ComponentChildren } from "preact";
import { type Ended, isEnded } from "../frame/ended.ts";
import { definePage, type Page, type PageDefinition } from "../frame/page.ts";
import type { Visit } from "../frame/visit.ts";
import { Icon } from "../icons/icon.tsx";

type SentPage<About extends object> = {
  /** The form's path and `/sent` (W15). */
  path: string;
  title: string;
  isOn?: PageDefinition<unknown>["isOn"];
  text(about: About): string;
  /** Links to what to do next. */
  next(about: About): ComponentChildren;
};

/** The page on which a form arrives. @param loadAbout what the form was about, such as a home. */
export function sentPage<About extends object = object>(
  { path, title, isOn, text, next }: SentPage<About>,
  loadAbout: (visit: Visit) => Promise<About | Ended> = async () => ({}) as About,
): Page {
  return definePage<About>({
    path,
    audience: "everyone",
    ...(isOn && { isOn }),
    async load(visit) {
      const about = await loadAbout(visit);
      if (isEnded(about)) return about;
      return { head: { title, canonical: null, noindex: true }, data: about };
    },
    View({ data }) {
      return (
        <div class="prose sent">
          <Icon name="check" class="sent-mark" />
          <h1>{title}</h1>
          <p>
            <bdi>{text(data)}</bdi>
          </p>
          <p class="actions">{next(data)}</p>
        </div>
      );
    },
  });
}
