import { Icon } from "../icons/icon.tsx";
import { frameTexts } from "../texts/frame.ts";

type PaginationProps = { page: number; pages: number; href(page: number): string };

/** Links to the neighbours, the ends and the pages around: paging works without script. */
export function Pagination({ page, pages, href }: PaginationProps) {
  if (pages < 2) return null;
  return (
    <nav class="pagination" aria-label={frameTexts.pages}>
      {page > 1 && (
        <a class="page-step" rel="prev" href={href(page - 1)}>
          <Icon name="caret-left" /> {frameTexts.previous}
        </a>
      )}
      <ol>
        {shownPages(page, pages).map((number, index, all) => (
          <li
            key={number}
            class={index > 0 && number !== (all[index - 1] as number) + 1 ? "after-gap" : undefined}
          >
            <a
              href={href(number)}
              aria-label={frameTexts.page(number)}
              aria-current={number === page ? "page" : undefined}
            >
              {number}
            </a>
          </li>
        ))}
      </ol>
      {page < pages && (
        <a class="page-step" rel="next" href={href(page + 1)}>
          {frameTexts.next} <Icon name="caret-right" />
        </a>
      )}
    </nav>
  );
}

/** The first, the last, and the two on each side of the current one. */
function shownPages(page: number, pages: number): number[] {
  const near = [page - 2, page - 1, page, page + 1, page + 2].filter((each) => each >= 1 && each <= pages);
  return [...new Set([1, ...near, pages])].sort((a, b) => a - b);
}
