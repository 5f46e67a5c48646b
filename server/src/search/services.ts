import type { Platform } from "../platform/context.ts";
import { SentenceThreads } from "./sentences/sentence-threads.ts";
import { ListingVectors } from "./vectors/listing-vectors.ts";

/** The services of the search slice. */
export type UsesSearch = {
  search: {
    /** This process's copy of the listings' vectors and features. */
    vectors: ListingVectors;
    /** Compare queries with sentences of listings. */
    sentences: SentenceThreads;
  };
};

export function searchServices({ db, log, config: { dataDir } }: Platform): UsesSearch {
  return { search: { vectors: new ListingVectors({ db, log, dataDir }), sentences: new SentenceThreads() } };
}
