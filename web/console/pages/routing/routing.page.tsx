import { useBrokerageId } from "../../app/brokerage.ts";
import { useMay, useMe } from "../../app/me.ts";
import { Empty } from "../../components/empty.tsx";
import { Page } from "../../components/page.tsx";
import { Decisions } from "./decisions.tsx";
import { Rotation } from "./rotation.tsx";
import { StrategyPanel } from "./strategy-panel.tsx";
import { WhatIf } from "./what-if.tsx";

/** Who gets leads and why: the strategy, whose turn it is, what would happen, and what has. */
export function RoutingPage() {
  const may = useMay();
  const chosen = useBrokerageId();
  const brokerageId = useMe().brokerage_id ?? chosen;
  return (
    <Page title="Routing" intro="Which agent gets a lead, and why.">
      {brokerageId === undefined ? (
        <Empty title="There is no brokerage yet.">Routing belongs to one.</Empty>
      ) : (
        <>
          <div className="routing-columns">
            <div className="routing-column">
              {may("getLeadSettings") && <StrategyPanel key={brokerageId} brokerageId={brokerageId} />}
              <Rotation brokerageId={brokerageId} />
            </div>
            <WhatIf brokerageId={brokerageId} />
          </div>
          <Decisions brokerageId={brokerageId} />
        </>
      )}
    </Page>
  );
}
