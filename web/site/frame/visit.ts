import type { Assets } from "../../build/assets.ts";
import type { ShareCard } from "../contract.ts";
import type { FormState } from "../forms/form-state.ts";
import type { SiteData } from "../site-data.ts";
import type { Api } from "./api.ts";
import type { Person } from "./person.ts";

/** One request for a page: what `load`, `post` and the components know of it. */
export type Visit = {
  /** The requested address, on the requested host. */
  url: URL;
  /** Parts of the path that the page's pattern names, decoded. */
  params: Readonly<Record<string, string>>;
  /** The brokerage: its name, texts, switches, navigation. */
  site: SiteData;
  /** The API, typed, called in this process as the visitor. */
  api: Api;
  /** Addresses of files that browsers load as they are, by their plain name. */
  assets: Assets["files"];
  /** Whether maps have tiles of an archive below their homes. */
  hasBaseMap: boolean;
  /** Draws a card for links to a page (Open Graph), as PNG. */
  drawCard(card: ShareCard): Promise<Uint8Array>;
  /** The bytes of a picture of ours, by its address without a host; null when it is gone. */
  readPhoto(src: string): Promise<Uint8Array | null>;
  now: Date;
  /** Changes with every change of the brokerage or of what it shows. What is cached for one revision is not used for another. */
  revision: string;
  /** What was typed and refused, in the reply to a form; else null. */
  form: FormState | null;
  /** The visitor's cookies and refusals; null on pages for everyone and never null on personal pages and in `post`. */
  person: Person | null;
  /** The page of a form that is sent to another page's path, as a tour's is from a home's; null for other forms, and on GET. */
  formPage: URL | null;
  /** The key of this form for the API's `Idempotency-Key`: the same when the same form is sent again (W16). Null on GET. */
  idempotencyKey: string | null;
};
