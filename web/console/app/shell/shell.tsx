import { Outlet } from "@tanstack/react-router";
import { Suspense, useEffect, useState } from "react";
import { Loading } from "../../components/loading.tsx";
import { Icon } from "../../icons/icon.tsx";
import { useLiveUpdates } from "../live/use-live-updates.ts";
import { renewSubscription } from "../push-subscription.ts";
import { CommandPalette } from "./command-palette.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { MainMenu } from "./main-menu.tsx";
import { useShortcut } from "./shortcuts.ts";

/** What surrounds every page: the menu, the search of everything, what the network does. */
export function Shell() {
  const [isSearching, setSearching] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  useShortcut("mod+k", () => setSearching(true));
  useLiveUpdates();
  useEffect(() => void renewSubscription(), []);
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
          <span>Find a person, home or page</span>
          <kbd>{isMac() ? "⌘K" : "Ctrl K"}</kbd>
        </button>
      </header>
      <MainMenu isOpen={isMenuOpen} onLeave={() => setMenuOpen(false)} />
      <main id="main" tabIndex={-1}>
        <ConnectionBanner />
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      <CommandPalette open={isSearching} onClose={() => setSearching(false)} />
    </div>
  );
}

function isMac(): boolean {
  return navigator.userAgent.includes("Mac");
}
