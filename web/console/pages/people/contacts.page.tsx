import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Schema } from "../../app/api.ts";
import { useBrokerageId } from "../../app/brokerage.ts";
import { useMay } from "../../app/me.ts";
import { Badge } from "../../components/badge.tsx";
import { Empty } from "../../components/empty.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { Page } from "../../components/page.tsx";
import { EditContact, NewContact } from "./contact-dialogs.tsx";
import { PeopleNav } from "./people-nav.tsx";

/** The people who answer for a brokerage: they sign in as brokers and get its alerts. */
export function ContactsPage() {
  const may = useMay();
  const [page, setPage] = useState(1);
  /** The contact that is edited, or a new one. */
  const [opened, setOpened] = useState<number | "new" | null>(null);
  const brokerage_id = useBrokerageId();
  const list = api.useQuery(
    "get",
    "/api/admin/broker-contacts",
    { params: { query: { page, brokerage_id } } },
    { placeholderData: keepPreviousData },
  );
  const close = () => setOpened(null);
  return (
    <Page
      title="Broker contacts"
      actions={
        may("createBrokerContact") && (
          <button type="button" className="button" onClick={() => setOpened("new")}>
            New contact
          </button>
        )
      }
    >
      <PeopleNav />
      <ListPanel
        title="Contacts"
        list={list}
        onPage={setPage}
        empty={<Empty title="There is no contact yet.">The first one is the brokerage’s owner.</Empty>}
      >
        {(contact) => (
          <ContactRow
            key={contact.id}
            contact={contact}
            {...(may("updateBrokerContact") && { onEdit: () => setOpened(contact.id) })}
          />
        )}
      </ListPanel>
      {opened === "new" && <NewContact onClose={close} />}
      {typeof opened === "number" && <EditContact id={opened} onClose={close} />}
    </Page>
  );
}

function ContactRow({ contact, onEdit }: { contact: Schema<"BrokerContact">; onEdit?: () => void }) {
  const { name, email, phone_display, license_type, license_number, is_primary } = contact;
  return (
    <li className="row">
      <div className="row-words">
        <bdi className="row-title">{name}</bdi>
        <bdi className="row-detail">{[email, phone_display].filter(Boolean).join(" · ")}</bdi>
      </div>
      <bdi className="row-side">{[license_type, license_number].filter(Boolean).join(" ")}</bdi>
      {is_primary && (
        <Badge tone="note" icon="star">
          Owner
        </Badge>
      )}
      {onEdit && (
        <button type="button" className="button small quiet" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </button>
      )}
    </li>
  );
}
