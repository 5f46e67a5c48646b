import { getRouteApi } from "@tanstack/react-router";
import { api } from "../../app/api.ts";
import { useBrokerageId } from "../../app/brokerage.ts";
import { Empty } from "../../components/empty.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { Page } from "../../components/page.tsx";
import { MessageFilters } from "./message-filters.tsx";
import { MessageRow } from "./message-row.tsx";

const route = getRouteApi("/staff/messages");

/** Every email, text and push that was sent or waits, without its content. */
export function MessagesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const brokerage_id = useBrokerageId();
  const list = api.useQuery("get", "/api/v1/admin/messages", {
    params: { query: { ...search, brokerage_id } },
  });
  return (
    <Page title="Messages" intro="What was sent to whom and when. What a message says is not kept.">
      <ListPanel
        title="Ledger"
        list={list}
        above={<MessageFilters />}
        empty={
          <Empty title="No such message.">Mails, texts and pushes stand here from when they are due.</Empty>
        }
        onPage={(page) => void navigate({ search: { ...search, page } })}
      >
        {(message) => <MessageRow key={message.id} message={message} />}
      </ListPanel>
    </Page>
  );
}
