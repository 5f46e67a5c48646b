import { Icon } from "../icons/icon.tsx";

type PagerProps = { page: number; pageSize: number; total: number; onPage: (page: number) => void };

/** `51–100 of 1,234`, with the page before and the next one. Nothing where one page holds all. */
export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  if (total <= pageSize && page === 1) return null;
  const first = Math.min((page - 1) * pageSize + 1, total);
  const last = Math.min(page * pageSize, total);
  return (
    <nav className="pager" aria-label="Pages">
      <span className="count">
        {first.toLocaleString("en-US")}–{last.toLocaleString("en-US")} of {total.toLocaleString("en-US")}
      </span>
      <button
        type="button"
        className="button small quiet"
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      >
        <Icon name="caret-left" />
        Previous
      </button>
      <button
        type="button"
        className="button small quiet"
        disabled={last >= total}
        onClick={() => onPage(page + 1)}
      >
        Next
        <Icon name="caret-right" />
      </button>
    </nav>
  );
}
