/** Hides the bar while the form that it leads to is on the screen. */
export function start(element: HTMLElement): void {
  const form = document.getElementById("tour");
  if (!form) return;
  new IntersectionObserver(([entry]) =>
    element.classList.toggle("hidden", entry?.isIntersecting === true),
  ).observe(form);
}
