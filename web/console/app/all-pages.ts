/** The most that the API gives of a list at once. */
const PAGE_SIZE = 100;

type Paging = { page: number; page_size: number };
type Reply<Item> = { data?: { items: Item[]; total_pages: number } };

/** All records of a list, for what is chosen from all of them. */
export async function allPages<Item>(read: (paging: Paging) => Promise<Reply<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const { data } = await read({ page, page_size: PAGE_SIZE });
    items.push(...(data?.items ?? []));
    last = data?.total_pages ?? 0;
  }
  return items;
}
