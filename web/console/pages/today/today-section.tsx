import type { ReactNode } from "react";
import { Empty } from "../../components/empty.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";

type SectionProps = {
  id: string;
  title: string;
  count?: ReactNode;
  /** Undefined while it is loading. */
  rows: readonly ReactNode[] | undefined;
  error: unknown;
  retry: () => void;
  empty: { title: string; text?: string };
};

/** A list of Today in its four states. */
export function TodaySection({ id, title, count, rows, error, retry, empty }: SectionProps) {
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>
        {title} <span className="count">{count}</span>
      </h2>
      {error && !rows ? (
        <ErrorNotice error={error} retry={retry} />
      ) : !rows ? (
        <Loading />
      ) : rows.length === 0 ? (
        <Empty title={empty.title}>{empty.text}</Empty>
      ) : (
        <ul className="rows">{rows}</ul>
      )}
    </section>
  );
}
