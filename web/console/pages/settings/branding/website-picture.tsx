import { useQuery } from "@tanstack/react-query";
import { client } from "../../../app/api.ts";
import type { ApiError } from "../../../app/api-error.ts";
import { ErrorNotice } from "../../../components/error-notice.tsx";
import { Panel } from "../../../components/panel.tsx";
import type { Brokerage } from "../edit-brokerage.tsx";

type WebsitePictureProps = {
  brokerageId: number;
  /** What stands in the form. */
  fields: Partial<Brokerage>;
};

/** A preview ends after ten minutes. */
const RENEWED_MS = 9 * 60_000;

/** The first page of the website with what stands in the form, before it is saved. */
export function WebsitePicture({ brokerageId, fields }: WebsitePictureProps) {
  const isHere = useIsHere(brokerageId);
  const { data, error } = useQuery<string, ApiError>({
    queryKey: ["branding preview", brokerageId, fields],
    queryFn: async () => {
      const { data } = await client.POST("/api/admin/brokerages/{brokerage_id}/preview", {
        params: { path: { brokerage_id: brokerageId } },
        body: fields as Partial<Omit<Brokerage, "disabled_at">>,
      });
      return data?.token ?? "";
    },
    enabled: isHere,
    placeholderData: (before) => before,
    retry: false,
    staleTime: RENEWED_MS,
    refetchInterval: RENEWED_MS,
    gcTime: 0,
  });
  return (
    <Panel title="As visitors will see it">
      <div className="panel-body">
        {!isHere && <p className="hint">Open the console at the brokerage's own address to see it here.</p>}
        <ErrorNotice error={error} />
        {data && (
          <iframe
            className="website-picture"
            title="The website with what stands in the form"
            src={`/?preview=${data}`}
          />
        )}
      </div>
    </Panel>
  );
}

/** Whether the website at this address is the brokerage's. */
function useIsHere(brokerageId: number): boolean {
  const { data } = useQuery({
    queryKey: ["brokerage of this address"],
    queryFn: async () => (await client.GET("/api/public/brokerage")).data?.id ?? null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data === brokerageId;
}
