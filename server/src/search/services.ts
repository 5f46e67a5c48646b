import type { Platform } from "../platform/context.ts";
import { SentenceThreads } from "./sentences/sentence-threads.ts";
import { ListingVectors } from "./vectors/listing-vectors.ts";
import { SourceVocabularies } from "./vocabulary/source-vocabularies.ts";

/** The services of the search slice. */
export type UsesSearch = {
  search: {
    /** This process's copy of the listings' vectors and features. */
    vectors: ListingVectors;
    /** Compare queries with sentences of listings. */
    sentences: SentenceThreads;
    /** The words of the listings that each tenant sees. */
    vocabularies: SourceVocabularies;
  };
};

export function searchServices({ db, log, config: { dataDir } }: Platform): UsesSearch {
  const sentences = new SentenceThreads();
  return {
    search: {
      vectors: new ListingVectors({ db, log, dataDir }),
      sentences,
      vocabularies: new SourceVocabularies(sentences),
    },
  };
}
