import { Link } from "@tanstack/react-router";
import { count } from "../../../shared/numbers.ts";
import type { Schema } from "../../app/api.ts";
import { useMay } from "../../app/me.ts";
import { Badge } from "../../components/badge.tsx";
import { fieldLabel } from "../../components/changes.tsx";
import { Facts } from "../../components/facts.tsx";
import { Moment } from "../../components/moment.tsx";
import { Icon } from "../../icons/icon.tsx";

const pageWords = {
  gone: "Its page says that it is gone, and shows homes near it.",
  not_found: "It has no page: visitors get “not found”.",
};

/** Why visitors see a listing, or do not: each check, and what is hidden of it. */
export function Visibility({ visibility }: { visibility: Schema<"ListingVisibility"> }) {
  const may = useMay();
  const { source, is_shown, page, checks, hidden_fields, photos_shown, photos_count } = visibility;
  return (
    <section className="panel" aria-labelledby="visibility">
      <header className="panel-head">
        <h2 id="visibility">On the website</h2>
        <Badge tone={is_shown ? "good" : "bad"} icon={is_shown ? "eye" : "eye-slash"}>
          {is_shown ? "Shown" : "Not shown"}
        </Badge>
      </header>
      <ul className="panel-body checks">
        {checks.map(({ name, ok, message }) => (
          <li key={name} className={ok ? "check good" : "check bad"}>
            <Icon name={ok ? "check-circle" : "warning-circle"} />
            <span className="visually-hidden">{ok ? "ok: " : "not ok: "}</span>
            <span className="check-message">{message}.</span>
          </li>
        ))}
        {page !== "shown" && (
          <li className="check">
            <Icon name="info" />
            <span className="check-message">{pageWords[page]}</span>
          </li>
        )}
      </ul>
      <Facts
        facts={[
          ["Address", visibility.address_shown ? "shown" : "hidden"],
          ["Photos shown", `${count(photos_shown)} of ${count(photos_count)}`],
          ["Hidden by the source's rules", hidden_fields.map(fieldLabel).join(", ")],
          ["First shown", visibility.shown_from && <Moment key="from" at={visibility.shown_from} />],
          ["Not shown since", visibility.shown_until && <Moment key="until" at={visibility.shown_until} />],
          ["Last change", <Moment key="updated" at={visibility.updated_at} />],
          [
            "Source",
            may("getSourceRules") ? (
              <Link key="source" to="/sources/$source/rules" params={{ source }}>
                <bdi>{source}</bdi>, its rules
              </Link>
            ) : (
              <bdi key="source">{source}</bdi>
            ),
          ],
        ]}
      />
    </section>
  );
}
