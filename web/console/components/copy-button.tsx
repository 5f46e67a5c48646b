import { useState } from "react";
import { Icon } from "../icons/icon.tsx";

/** Copies a text. Where the browser refuses, the text is there to be selected. */
export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [state, setState] = useState<"ready" | "copied" | "refused">("ready");
  const copy = () => {
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("No clipboard"));
    written.then(
      () => setState("copied"),
      () => setState("refused"),
    );
  };
  return (
    <>
      <button type="button" className="button quiet" onClick={copy}>
        <Icon name={state === "copied" ? "check" : "copy"} />
        {label}
      </button>
      <span role="status">
        {state === "copied" && "Copied."}
        {state === "refused" && "The browser does not allow it: select the text and copy it."}
      </span>
    </>
  );
}
