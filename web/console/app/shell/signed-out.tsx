import { useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { meQuery } from "../me.ts";
import { queries } from "../queries.ts";
import { useSessionState } from "../session-end.ts";

/** How often it is asked whether the person has signed in elsewhere, beside when the tab is looked at. */
const ASK_MS = 10_000;

const askAgain = () => void queries.refetchQueries(meQuery);

/**
 * Stands in place of a page on which something is typed while its person is signed out. The page stays, out of sight (overlays.css), until
 * the same person is signed in again in this browser.
 */
export function SignedOut() {
  const state = useSessionState();
  return state === "open"
    ? null
    : createPortal(<SignedOutDialog isOther={state === "other"} />, document.body);
}

function SignedOutDialog({ isOther }: { isOther: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const title = document.title;
    document.title = "Signed out · Lintel";
    dialog.current?.showModal();
    const timer = setInterval(askAgain, ASK_MS);
    addEventListener("focus", askAgain);
    document.addEventListener("visibilitychange", askAgain);
    return () => {
      document.title = title;
      clearInterval(timer);
      removeEventListener("focus", askAgain);
      document.removeEventListener("visibilitychange", askAgain);
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog small signed-out"
      aria-labelledby="signed-out"
      onCancel={(event) => event.preventDefault()}
      // A browser closes the dialog at the second Escape in a row, although the page prevents that: the page opens it again.
      onClose={({ currentTarget }) => currentTarget.showModal()}
    >
      <h2 id="signed-out" className="dialog-title">
        You have been signed out
      </h2>
      <p role="status">
        {isOther
          ? "Another person has signed in. What was typed here is kept for the one who typed it."
          : "Your session has ended. What you typed is kept: sign in again in another tab, then go on here."}
      </p>
      <div className="actions">
        <a className="button" href="/console/sign-in" target="_blank" rel="noreferrer">
          Sign in, in a new tab
        </a>
        <button type="button" className="button quiet" onClick={askAgain}>
          Go on
        </button>
        <a className="button quiet" href="/console">
          Discard what was typed
        </a>
      </div>
    </dialog>
  );
}
