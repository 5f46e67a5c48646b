import { resultTexts } from "../../texts/results.ts";

const SHOWN_AFTER_MS = 250;
const SLOW_AFTER_MS = 4000;

/** Tells how the loading of a list goes: to the eye, and to screen readers. */
export class Progress {
  readonly #root: HTMLElement;
  readonly #status: HTMLElement;
  readonly #notice: HTMLElement;
  #timers: number[] = [];

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#status = root.querySelector<HTMLElement>("[data-status]") ?? document.createElement("p");
    this.#notice = root.querySelector<HTMLElement>("[data-notice]") ?? document.createElement("div");
  }

  begin(): void {
    this.#end();
    this.#notice.hidden = true;
    this.#timers = [
      window.setTimeout(() => this.#root.setAttribute("data-loading", ""), SHOWN_AFTER_MS),
      window.setTimeout(() => {
        this.#status.textContent = resultTexts.slow;
        this.#status.classList.remove("visually-hidden");
      }, SLOW_AFTER_MS),
    ];
  }

  done(text: string): void {
    this.#end();
    this.#status.textContent = text;
  }

  /** The list and the form stay as they are. */
  failed(retry: () => void): void {
    this.#end();
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button small";
    button.textContent = resultTexts.retry;
    button.addEventListener("click", retry);
    const text = document.createElement("p");
    text.textContent = resultTexts.offline;
    this.#notice.replaceChildren(text, button);
    this.#notice.hidden = false;
  }

  #end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#root.removeAttribute("data-loading");
    this.#status.classList.add("visually-hidden");
    this.#status.textContent = "";
  }
}
