import type { Ended } from "./ended.ts";
import type { Visit } from "./visit.ts";

/** A path of the website that is no HTML: `/robots.txt`, `/feed.xml`. Always for everyone. */
export type SiteFile = {
  path: string;
  /** Query parameters that the file reads. */
  parameters?: readonly string[];
  load(visit: Visit): Promise<FileContent | Ended>;
};

type FileContent = {
  /** Content type. */
  type: string;
  body: string | Uint8Array;
  /** The path names the content, which then never changes. */
  immutable?: boolean;
};

export function defineFile(file: SiteFile): SiteFile {
  return file;
}
