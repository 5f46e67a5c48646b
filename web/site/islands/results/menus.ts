/** Closes menus by Escape, and by a click beside them. Opening works without script. */
export function closeMenus(root: HTMLElement): void {
  const opened = () => root.querySelectorAll<HTMLDetailsElement>("details.menu[open]");
  document.addEventListener("click", (event) => {
    // Enter in a field "clicks" the form's first button.
    if (event.detail === 0) return;
    for (const menu of opened()) if (!menu.contains(event.target as Node)) menu.open = false;
  });
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of opened()) {
      menu.open = false;
      menu.querySelector("summary")?.focus();
    }
  });
}
