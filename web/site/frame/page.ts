import type { ComponentType } from "preact";
import type { FormFields } from "../forms/form-fields.ts";
import type { Posted } from "../forms/posted.ts";
import type { Ended } from "./ended.ts";
import type { Head } from "./head.ts";
import type { Visit } from "./visit.ts";

/** What `load` found: the head of the page and the input of its component. */
type Loaded<Data> = {
  head: Head;
  data: Data;
  /** 200 by default. */
  status?: number;
  /** Values of `Set-Cookie`, of personal pages only. */
  cookies?: readonly string[];
};

export type PageDefinition<Data> = {
  /** Pattern of the path (find-my-way): `/agents/:slug`, `/homes/:state(^[a-z]{2}$)/:city`. */
  path: string;
  /** Query parameters that the page reads. Others are ignored, and are no part of the cache's key. */
  parameters?: readonly string[];
  /** `everyone`: one HTML for all visitors, cached, without cookies (W10). `person`: `no-store`, with `visit.person`. */
  audience: "everyone" | "person";
  /** False where a switch of the brokerage turns the page off: 404 (W22). */
  isOn?(visit: Visit): boolean;
  load(visit: Visit): Promise<Loaded<Data> | Ended>;
  View: ComponentType<{ data: Data; visit: Visit }>;
  /** Handles the page's form. Without it, a POST to the page is answered 405. */
  post?(visit: Visit, fields: FormFields): Promise<Posted>;
  /** The form signs its visitor in: a request with neither Origin nor Sec-Fetch-Site is refused (W17). */
  signsIn?: boolean;
};

/** A page of the website whose data is known to itself only. */
export type Page = PageDefinition<unknown>;

/** Declares a page: what `load` returns is what `View` receives. */
export function definePage<Data>(definition: PageDefinition<Data>): Page {
  return definition as unknown as Page;
}
