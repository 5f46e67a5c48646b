import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** Where the focus stays: in the new page, which may have a field that takes it, or in a dialog that it has opened. */
const OWN = "main, [role=dialog]:not(.palette)";

/** Gives the focus to the page, unless it has taken it: Tab goes on there, and screen readers begin there. */
export function focusPage(): void {
  if (document.activeElement?.closest(OWN)) return;
  document.getElementById("main")?.focus({ preventScroll: true });
}

/** The focus follows to a page that was opened; what had it is gone with the page before. */
export function useFocusOfPages(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onResolved", ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) focusPage();
      }),
    [router],
  );
}
