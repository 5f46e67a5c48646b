import type { ComponentType } from "preact";
import type { IslandName } from "../islands/islands.ts";

type IslandProps<Props extends object> = {
  name: IslandName;
  /** The component, which the server renders and the island's script takes over. */
  of: ComponentType<Props>;
  /** Sent to the browser as JSON: plain data, formatted texts (W14), and nothing that visitors must not see. */
  props: Props;
  /** When the browser loads its script: with the page, or when it comes near the screen. */
  load?: "now" | "visible";
};

/** A part of the page that script makes interactive. What the server renders must be of use without script. */
export function Island<Props extends object>({
  name,
  of: Component,
  props,
  load = "visible",
}: IslandProps<Props>) {
  return (
    <div data-island={name} data-props={JSON.stringify(props)} data-load={load}>
      <Component {...props} />
    </div>
  );
}
