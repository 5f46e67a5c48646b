import { Outlet } from "@tanstack/react-router";
import { Suspense, useEffect, useState } from "react";
import { openDialog } from "../../components/dialog.tsx";
import { Loading } from "../../components/loading.tsx";
import { openMenu } from "../../components/menu.tsx";
import { Icon } from "../../icons/icon.tsx";
import { useLiveUpdates } from "../live/use-live-updates.ts";
import { preload, useFirstInput } from "../loadable.ts";
import { renewSubscription } from "../push-subscription.ts";
import { ConnectionBanner } from "./connection-banner.tsx";
import { FirstAdmin } from "./first-admin.tsx";
import { useFocusOfPages } from "./focus-page.ts";
import { MainMenu } from "./main-menu.tsx";
import { FIND } from "./navigation.ts";
import { commandPalette, SearchEverything } from "./search-everything.tsx";
import { useShortcut } from "./shortcuts.ts";
import { SignedOut } from "./signed-out.tsx";

/** What surrounds every page: the menu, the search of everything, what the network does. */
export function Shell() {
  const [isSearching, setSearching] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  useShortcut("mod+k", () => setSearching(true));
  useLiveUpdates();
  useFocusOfPages();
  useEffect(() => void renewSubscription(), []);
  useFirstInput(() => preload(commandPalette, openDialog, openMenu));
  return (
    <div className="shell">
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <header className="top-bar">
        <button
          type="button"
          className="icon-button menu-toggle"
          aria-expanded={isMenuOpen}
          aria-controls="main-menu"
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          <Icon name="list" />
          <span className="visually-hidden">Menu</span>
        </button>
        <button type="button" className="search-everything" onClick={() => setSearching(true)}>
          <Icon name="magnifying-glass" />
          <span>{FIND}</span>
          <kbd>{isMac() ? "⌘K" : "Ctrl K"}</kbd>
        </button>
      </header>
      <MainMenu isOpen={isMenuOpen} onLeave={() => setMenuOpen(false)} />
      <main id="main" tabIndex={-1}>
        <ConnectionBanner />
        <FirstAdmin />
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      <SignedOut />
      <SearchEverything open={isSearching} onClose={() => setSearching(false)} />
    </div>
  );
}

function isMac(): boolean {
  return navigator.userAgent.includes("Mac");
}
