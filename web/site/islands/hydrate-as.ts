import { type ComponentType, h, hydrate } from "preact";

/** The `start` of an island whose component the server has rendered. */
export function hydrateAs<Props extends object>(Component: ComponentType<Props>) {
  return (element: HTMLElement, props: Props): void => hydrate(h(Component, props), element);
}
