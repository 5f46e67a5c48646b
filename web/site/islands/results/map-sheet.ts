import { mapTexts } from "../../texts/map.ts";

/** On narrow screens the map is a sheet over the list, behind a button that floats above both. */
export function openMapSheet(root: HTMLElement): void {
  const button = root.querySelector<HTMLButtonElement>("[data-map-toggle]");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => toggle(!root.classList.contains("map-open")));
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && root.classList.contains("map-open")) toggle(false);
  });

  function toggle(isOpen: boolean): void {
    root.classList.toggle("map-open", isOpen);
    document.documentElement.classList.toggle("has-sheet", isOpen);
    button?.setAttribute("aria-expanded", String(isOpen));
    const words = button?.querySelector("span");
    if (words) words.textContent = isOpen ? mapTexts.hide : mapTexts.show;
  }
}
