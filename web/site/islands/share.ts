type ShareProps = {
  title: string;
  /** The home's canonical address. */
  address: string;
  /** Shown for a moment once the address is in the clipboard. */
  copied: string;
};

const SHOWN_MS = 3000;

/** Shares the address by the system's own dialog, else copies it; prints in place; notes the brochure. */
export function start(bar: HTMLElement, props: ShareProps): void {
  const button = bar.querySelector<HTMLButtonElement>("[data-share=link]");
  if (button && (typeof navigator.share === "function" || navigator.clipboard)) {
    button.classList.remove("needs-script");
    button.addEventListener("click", () => void share(button, props));
  }
  bar.querySelector("[data-share=print]")?.addEventListener("click", (event) => {
    event.preventDefault();
    window.print();
  });
  bar.querySelector("[data-brochure]")?.addEventListener("click", () => void noteBrochure());
}

async function share(button: HTMLButtonElement, { title, address, copied }: ShareProps): Promise<void> {
  if (typeof navigator.share === "function") {
    // Rejected when the visitor closes the dialog.
    await navigator.share({ title, url: address }).catch(() => {});
    return;
  }
  await navigator.clipboard.writeText(address);
  const words = button.querySelector<HTMLElement>("[data-share-words]");
  if (!words) return;
  const before = words.textContent;
  words.textContent = copied;
  setTimeout(() => {
    words.textContent = before;
  }, SHOWN_MS);
}

async function noteBrochure(): Promise<void> {
  const { currentView } = await import("./visit-tracking.ts");
  currentView()?.downloadedPdf();
}
