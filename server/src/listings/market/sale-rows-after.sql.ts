import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { type HistoryRow, historyOfListing } from "../public-history.ts";

/** What statistics of the market are made of. */
export type SaleRow = {
  id: number;
  revision: number;
  source_id: number;
  status: string;
  list_date: string | null;
  sold_date: string | null;
  list_price: number | null;
  close_price: number | null;
  sqft: number | null;
  feed_days_on_market: number | null;
  feed_days_on_market_day: string | null;
  /** Newest first, with what the public may not know: see publicHistory. */
  history: HistoryRow[];
};

/**
 * The listings of later revisions, oldest revision first, public or not.
 *
 * Index: listings_revision; listing_history by listing_id, once a row. Expected: at most `limit` rows.
 */
export async function saleRowsAfter(db: Db, revision: number, limit: number): Promise<SaleRow[]> {
  const { rows } = await sql<SaleRow>`
    select id, revision, source_id, status, list_date, sold_date, list_price, close_price, sqft,
      feed_days_on_market, feed_days_on_market_day,
      coalesce(${historyOfListing}, '[]') as history
    from listings
    where revision > ${revision}
    order by revision
    limit ${limit}`.execute(db);
  return rows;
}
