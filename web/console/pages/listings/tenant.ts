import { useBrokerageId } from "../../app/brokerage.ts";
import { useMe } from "../../app/me.ts";

/** The brokerage whose listings a page shows, also where its Host is of none; undefined until an admin's brokerages are known. */
export function useTenantId(): number | undefined {
  const { brokerage_id } = useMe();
  const chosen = useBrokerageId();
  return chosen ?? brokerage_id ?? undefined;
}
