import { type ReactNode, useId } from "react";
import { count } from "../../shared/numbers.ts";
import { ErrorNotice } from "./error-notice.tsx";
import { Loading } from "./loading.tsx";
import { Pager } from "./pager.tsx";

type Listed<Item> = { items: Item[]; total: number; page: number; page_size: number };

type ListPanelProps<Item> = {
  title: string;
  /** What a query has of a list of the API. */
  list: { data: Listed<Item> | undefined; error: unknown; refetch: () => unknown };
  /** In place of a list without entries. */
  empty: ReactNode;
  onPage: (page: number) => void;
  /** Above the list, such as filters. */
  above?: ReactNode;
  actions?: ReactNode;
  /** A row: an `<li>` with a key. */
  children: (item: Item) => ReactNode;
};

/** A list of the API in its four states, with its pages. */
export function ListPanel<Item>({
  title,
  list: { data, error, refetch },
  empty,
  onPage,
  above,
  actions,
  children,
}: ListPanelProps<Item>) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="panel-head">
        <h2 id={id}>
          {title} {data && <span className="count">{count(data.total)}</span>}
        </h2>
        {actions && <div className="actions">{actions}</div>}
      </header>
      {above}
      {/* What was loaded stays below it. */}
      <ErrorNotice error={error} retry={() => void refetch()} />
      {!data ? (
        !error && <Loading />
      ) : data.items.length === 0 ? (
        empty
      ) : (
        <ul className="rows">{data.items.map(children)}</ul>
      )}
      {data && <Pager page={data.page} pageSize={data.page_size} total={data.total} onPage={onPage} />}
    </section>
  );
}
