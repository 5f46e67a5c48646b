import { useBrokerageId } from "./brokerage.ts";
import { useMe } from "./me.ts";

/** The brokerage whose settings a page shows: the person's own, or the one that an admin has chosen. Undefined until that is known. */
export function useOwnBrokerageId(): number | undefined {
  const { brokerage_id } = useMe();
  const chosen = useBrokerageId();
  return brokerage_id ?? chosen;
}
