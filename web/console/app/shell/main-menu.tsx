import { Link } from "@tanstack/react-router";
import { Icon } from "../../icons/icon.tsx";
import { useMay, useMe } from "../me.ts";
import { AccountMenu } from "./account-menu.tsx";
import { BrokerageChooser } from "./brokerage-chooser.tsx";
import { navigation } from "./navigation.ts";

type MainMenuProps = {
  /** On narrow screens, where the menu covers the page. */
  isOpen: boolean;
  onLeave: () => void;
};

export function MainMenu({ isOpen, onLeave }: MainMenuProps) {
  const may = useMay();
  const me = useMe();
  const groups = navigation
    .map(({ title, entries }) => ({ title, entries: entries.filter(({ needs }) => may(needs)) }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <nav id="main-menu" className="main-menu" aria-label="Main" data-open={isOpen}>
      <p className="wordmark">Lintel</p>
      <BrokerageChooser />
      {groups.map(({ title, entries }) => (
        <section key={title} aria-label={title}>
          <h2 className="menu-group">{title}</h2>
          <ul>
            {entries.map(({ to, label, icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="menu-link"
                  activeOptions={{ exact: to === "/" || to === "/leads", includeSearch: false }}
                  onClick={onLeave}
                >
                  <Icon name={icon} />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <AccountMenu me={me} />
    </nav>
  );
}
