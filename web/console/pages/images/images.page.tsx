import { getRouteApi } from "@tanstack/react-router";
import { Page } from "../../components/page.tsx";
import { Allowed } from "../../components/refused.tsx";
import { IndexStatistics } from "./index-statistics.tsx";
import { IndexingJob } from "./indexing-job.tsx";
import { StartIndexing } from "./start-indexing.tsx";

const route = getRouteApi("/staff/images");

/** What models have found in the photos of listings, and the jobs that have them look. */
export function ImagesPage() {
  const { job } = route.useSearch();
  return (
    <Page title="Images" intro="Photos are found by what they show, once models have described them.">
      <Allowed needs="getImageIndexStats">
        {job !== undefined && <IndexingJob key={job} id={job} />}
        <IndexStatistics />
        <StartIndexing />
      </Allowed>
    </Page>
  );
}
