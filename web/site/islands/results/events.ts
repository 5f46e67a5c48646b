/** What the list and the map announce to each other, as events of the document. */
export type ResultEvents = {
  /** The list shows another search. */
  "results:shown": { byMap: boolean };
  /** The map asks for a search by its address. */
  "results:search": { href: string };
  /** A card or a pin is pointed at; null: none. */
  "results:point": { listing: string | null; by: "list" | "map" };
};

export function announce<Name extends keyof ResultEvents>(name: Name, detail: ResultEvents[Name]): void {
  document.dispatchEvent(new CustomEvent(name, { detail }));
}

export function listen<Name extends keyof ResultEvents>(
  name: Name,
  act: (detail: ResultEvents[Name]) => void,
): void {
  document.addEventListener(name, (event) => act((event as CustomEvent<ResultEvents[Name]>).detail));
}
