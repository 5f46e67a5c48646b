import { useMay } from "../../app/me.ts";
import { useOwnBrokerageId } from "../../app/own-brokerage.ts";
import { Empty } from "../../components/empty.tsx";
import { Page } from "../../components/page.tsx";
import { Allowed } from "../../components/refused.tsx";
import { Decisions } from "./decisions.tsx";
import { Rotation } from "./rotation.tsx";
import { RoutingPreview } from "./routing-preview.tsx";
import { StrategyPanel } from "./strategy-panel.tsx";

/** Who gets leads and why: the strategy, whose turn it is, what would happen, and what has. */
export function RoutingPage() {
  const may = useMay();
  const brokerageId = useOwnBrokerageId();
  return (
    <Page title="Routing" intro="Which agent gets a lead, and why.">
      {brokerageId === undefined ? (
        <Empty title="There is no brokerage yet.">Routing belongs to one.</Empty>
      ) : (
        <Allowed needs="previewRouting">
          <div className="routing-columns">
            <div className="routing-column">
              {may("getLeadSettings") && <StrategyPanel key={brokerageId} brokerageId={brokerageId} />}
              <Rotation brokerageId={brokerageId} />
            </div>
            <RoutingPreview brokerageId={brokerageId} />
          </div>
          <Decisions brokerageId={brokerageId} />
        </Allowed>
      )}
    </Page>
  );
}
