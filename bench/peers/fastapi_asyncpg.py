"""Listing search with FastAPI and asyncpg: one prepared statement for the total and the page, JSON from the database."""

import os
from math import ceil
from typing import Optional

import asyncpg
from fastapi import FastAPI, Query, Response

CONDITIONS = {
    "status": "status =",
    "min_lat": "latitude >=",
    "max_lat": "latitude <=",
    "min_lng": "longitude >=",
    "max_lng": "longitude <=",
    "min_price": "list_price >=",
    "max_price": "list_price <=",
    "min_beds": "beds >=",
    "max_beds": "beds <=",
    "min_baths": "baths >=",
    "max_baths": "baths <=",
}
SETTINGS = {"jit": "off", "max_parallel_workers_per_gather": "0", "random_page_cost": "1.1"}
WIDE_DEGREES = 5

app = FastAPI()
# Wide searches are planned for their values, because the generic plan reads the index on position; for small boxes the
# generic plan is right, and saves the planning.
pools = {}


@app.on_event("startup")
async def connect() -> None:
    for is_wide in (False, True):
        mode = {"plan_cache_mode": "force_custom_plan"} if is_wide else {}
        # Each of two workers has its own.
        pools[is_wide] = await asyncpg.create_pool(
            os.environ["DATABASE_URL"], min_size=1, max_size=4, server_settings={**SETTINGS, **mode}
        )


@app.get("/api/properties")
async def search(
    status: Optional[str] = None,
    min_lat: Optional[float] = None,
    max_lat: Optional[float] = None,
    min_lng: Optional[float] = None,
    max_lng: Optional[float] = None,
    min_price: Optional[float] = None,
    max_price: Optional[float] = None,
    min_beds: Optional[int] = None,
    max_beds: Optional[int] = None,
    min_baths: Optional[float] = None,
    max_baths: Optional[float] = None,
    page: int = Query(1, ge=1),
    page_size: int = Query(20, ge=1, le=100),
) -> Response:
    given = locals()
    names = [name for name in CONDITIONS if given[name] is not None]
    conditions = [f"{CONDITIONS[name]} ${at}" for at, name in enumerate(names, 1)]
    where = f"where {' and '.join(conditions)}" if conditions else ""
    is_wide = min_lat is None or max_lat is None or max_lat - min_lat > WIDE_DEGREES
    limit = f"limit ${len(names) + 1} offset ${len(names) + 2}"
    # asyncpg keeps the prepared statements of a connection by their text.
    row = await pools[is_wide].fetchrow(
        wide_search(where, limit) if is_wide else narrow_search(where, limit),
        *(given[name] for name in names),
        page_size,
        (page - 1) * page_size,
    )
    total, items = row["total"], row["items"] or "[]"
    return Response(
        f'{{"items":{items},"total":{total},"page":{page},"page_size":{page_size},"total_pages":{ceil(total / page_size)}}}',
        media_type="application/json",
    )


def narrow_search(where: str, limit: str) -> str:
    """Few listings match: they are read once, for the total and the page."""
    return f"""
        with matches as materialized (select listing_id, list_date from peers.listings {where})
        select (select count(*)::integer from matches) as total, ({items_of("matches", limit)}) as items"""


def wide_search(where: str, limit: str) -> str:
    """Many match: they are counted, and the page is read in the order of an index until it is full."""
    return f"""
        select (select count(*)::integer from peers.listings {where}) as total,
          ({items_of(f"peers.listings {where}", limit)}) as items"""


def items_of(matches: str, limit: str) -> str:
    return f"""
        select json_agg(item)::text
        from (
          select listing_id, list_price, beds, baths, sqft, lot_size_acres, year_built, null as hoa_monthly, null as new_construction, address, city, state, zip, county,
            latitude, longitude, property_type, status, list_date, sold_date, photos,
            case when status <> 'Sold' then greatest(0, (now() at time zone 'America/Boise')::date - list_date) end
              as days_on_market, cardinality(photos) as photos_count, '[]'::json as images, null as attribution
          from (select listing_id from {matches} order by list_date desc, listing_id {limit}) keys
          join peers.listings using (listing_id)
          order by list_date desc, listing_id
        ) item"""
