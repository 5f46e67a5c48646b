import { type ReactNode, useId } from "react";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";

type FactSectionProps = {
  title: string;
  count?: number | undefined;
  action?: ReactNode;
  /** Of the section's own request; null while it is loading. */
  state?: { isLoading: boolean; error: unknown; retry: () => void };
  children: ReactNode;
};

/** A part of a side column. */
export function FactSection({ title, count, action, state, children }: FactSectionProps) {
  const id = useId();
  return (
    <section className="fact-section" aria-labelledby={id}>
      <div className="fact-head">
        <h2 id={id}>
          {title} {count !== undefined && count > 0 && <span className="count">{count}</span>}
        </h2>
        {action}
      </div>
      {state?.error ? (
        <ErrorNotice error={state.error} retry={state.retry} />
      ) : state?.isLoading ? (
        <Loading />
      ) : (
        children
      )}
    </section>
  );
}

type Query = { isPending: boolean; error: unknown; refetch: () => unknown };

/** The state of a query for its section. What was loaded once stays when reading it again fails. */
export function stateOf({ isPending, error, refetch, ...rest }: Query & { data?: unknown }) {
  return {
    isLoading: isPending,
    error: rest.data === undefined ? error : null,
    retry: () => void refetch(),
  };
}
