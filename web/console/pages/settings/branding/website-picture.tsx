import { useQuery } from "@tanstack/react-query";
import { client, type Schema } from "../../../app/api.ts";
import { type ApiError, messageOf } from "../../../app/api-error.ts";
import { Panel } from "../../../components/panel.tsx";
import type { Brokerage } from "../save-brokerage.ts";

type WebsitePictureProps = {
  brokerageId: number;
  /** What stands in the form. */
  fields: Partial<Brokerage>;
};

/** A preview ends after ten minutes. */
const RENEWED_MS = 9 * 60_000;

/** The first page of the website with what stands in the form, before it is saved. */
export function WebsitePicture({ brokerageId, fields }: WebsitePictureProps) {
  const { data, error } = useQuery<Schema<"BrandingPreview">, ApiError>({
    queryKey: ["branding preview", brokerageId, fields],
    queryFn: async () => {
      const { data } = await client.POST("/api/admin/brokerages/{brokerage_id}/preview", {
        params: { path: { brokerage_id: brokerageId } },
        body: fields as Partial<Omit<Brokerage, "disabled_at">>,
      });
      return data as Schema<"BrandingPreview">;
    },
    placeholderData: (before) => before,
    retry: false,
    staleTime: RENEWED_MS,
    refetchInterval: RENEWED_MS,
    gcTime: 0,
  });
  const shown = useShownBrokerage(data?.url === null);
  const address = data && frameOf(data, shown === brokerageId);
  return (
    <Panel title="As visitors will see it">
      <div className="panel-body">
        {address === null && shown !== undefined && (
          <p className="hint">Open the console at the brokerage's own address to see it here.</p>
        )}
        {/* Saving says the same aloud. */}
        {error && (
          <p role="status" className="hint">
            What you typed is not in the picture: {messageOf(error)}
          </p>
        )}
        {address && (
          <iframe
            className="website-picture"
            title="The website with what stands in the form"
            src={address}
          />
        )}
      </div>
    </Panel>
  );
}

/** A website of another host has a frame around it, whose policy allows that host (website-frame.ts); null: it cannot be shown. */
function frameOf({ token, url }: Schema<"BrandingPreview">, isHere: boolean): string | null {
  if (isHere || (url && new URL(url).host === location.host)) return `/?preview=${token}`;
  return url && `/console/website-frame?address=${encodeURIComponent(url)}`;
}

/** The brokerage whose website is at this address; null for none, undefined until it is known. */
function useShownBrokerage(isAsked: boolean): number | null | undefined {
  const { data, isError } = useQuery({
    queryKey: ["brokerage of this address"],
    queryFn: async () => (await client.GET("/api/public/brokerage")).data?.id ?? null,
    enabled: isAsked,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isError ? null : data;
}
