import { Calculator, type CalculatorProps } from "../pages/listing/calculator.tsx";
import { hydrateAs } from "./hydrate-as.ts";

const hydrate = hydrateAs(Calculator);

export function start(element: HTMLElement, props: CalculatorProps): void {
  hydrate(element, props);
  element.classList.add("started");
  element.addEventListener("input", () => void noteUse(), { once: true });
}

async function noteUse(): Promise<void> {
  const { currentView } = await import("./visit-tracking.ts");
  currentView()?.usedCalculator();
}
