import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Visit } from "./visit.ts";

export const VisitContext = createContext<Visit | null>(null);

/** The visit, in components that are rendered by the server only. Islands receive what they need as properties. */
export function useVisit(): Visit {
  const visit = useContext(VisitContext);
  if (!visit) throw new Error("The component was rendered outside of a page");
  return visit;
}
