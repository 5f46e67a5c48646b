/** A request that a page of the console makes, in several forms, and what one might ask the database for instead. */
export type ConsoleRequest = {
  page: string;
  what: string;
  paths: string[];
  /** For each path: the statements that read the same rows. */
  bare: string[][];
};

const LEADS = "/api/v1/admin/leads";
const COLUMNS = `id, brokerage_id, first_name, last_name, email, phone, subject, source, pipeline_type, stage, stage_entered_at, status,
  assigned_agent_id, heat, follow_up_due_at, follow_up_note, response_due_at, response_stopped_at, suspicions, created_at, last_contact`;
const SIZE = 50;
const PALETTE_SIZE = 8;

type LeadList = {
  query?: Record<string, string>;
  where?: string;
  order?: string;
  page?: number;
  size?: number;
};

/** A list of leads, and the same by the columns of the table. */
function leadList(
  brokerageId: number,
  { query = {}, where = "true", order = "created_at desc, id desc", page = 1, size = SIZE }: LeadList,
) {
  const from = `from leads where brokerage_id = ${brokerageId} and ${where}`;
  return {
    path: `${LEADS}?${new URLSearchParams({ ...query, page: String(page), page_size: String(size) })}`,
    bare: [
      `select count(*) ${from}`,
      `select ${COLUMNS} ${from} order by ${order} limit ${size} offset ${(page - 1) * size}`,
    ],
  };
}

/** What words are compared with where nothing was prepared for it. */
function hasWords(words: string): string {
  const digits = words.replaceAll(/\D/g, "");
  if (/^[\d\s()+./-]+$/.test(words)) return `strpos(translate(phone, ' ()+-./', ''), '${digits}') > 0`;
  const conditions = words
    .toLowerCase()
    .split(" ")
    .map((word) => `strpos(lower(concat_ws(' ', first_name, last_name, email, subject)), '${word}') > 0`);
  return conditions.join(" and ");
}

const HAS_FLAG =
  "exists (select from lead_flags where lead_id = leads.id and flag = 'dnc' and cleared_at is null)";
const HAS_TAG =
  "id in (select lead_id from lead_tags join lead_tag_names on lead_tag_names.id = tag_id where name = 'investor')";

/** A filter or an order of the list each, and deep pages. */
function listsOf(brokerageId: number, leads: number): [what: string, LeadList][] {
  const last = Math.ceil(leads / SIZE);
  const stage =
    "array_position(array['NEW', 'CONTACTING', 'QUALIFIED', 'COMMITTED', 'IN_CONTRACT', 'CLOSED', 'ARCHIVED', 'TRASHED'], stage)";
  const waiting = "case when response_stopped_at is null then response_due_at end";
  const agent = `(select min(id) + 7 from agents where brokerage_id = ${brokerageId})`;
  return [
    ["newest first", {}],
    ["newest first, middle page", { page: Math.ceil(last / 2) }],
    ["newest first, last page", { page: last }],
    ["oldest contact first", { query: { sort: "last_contact" }, order: "last_contact, id" }],
    ["hottest first", { query: { sort: "-temperature" }, order: "heat desc nulls last, id desc" }],
    [
      "hottest first, middle page",
      { query: { sort: "-temperature" }, order: "heat desc nulls last, id desc", page: Math.ceil(last / 2) },
    ],
    [
      "hottest first, last page",
      { query: { sort: "-temperature" }, order: "heat desc nulls last, id desc", page: last },
    ],
    ["by stage", { query: { sort: "stage" }, order: `${stage}, id` }],
    ["by stage, middle page", { query: { sort: "stage" }, order: `${stage}, id`, page: Math.ceil(last / 2) }],
    ["by stage, last page", { query: { sort: "stage" }, order: `${stage}, id`, page: last }],
    ["longest wait first", { query: { sort: "response_due" }, order: `${waiting}, id` }],
    [
      "longest wait first, last page",
      { query: { sort: "response_due" }, order: `${waiting}, id`, page: last },
    ],
    ["stage: new", { query: { stage: "NEW" }, where: "stage = 'NEW'" }],
    ["stage: archived", { query: { stage: "ARCHIVED" }, where: "stage = 'ARCHIVED'" }],
    [
      "stage: archived, hottest first",
      {
        query: { stage: "ARCHIVED", sort: "-temperature" },
        where: "stage = 'ARCHIVED'",
        order: "heat desc nulls last, id desc",
      },
    ],
    ["an agent", { query: { agent: "8" }, where: `assigned_agent_id = ${agent}` }],
    ["no agent", { query: { unassigned: "true" }, where: "assigned_agent_id is null" }],
    ["hot", { query: { temperature: "hot" }, where: "heat >= (select max(heat) - 2 from leads)" }],
    [
      "cold",
      { query: { temperature: "cold" }, where: "(heat is null or heat < (select max(heat) - 4 from leads))" },
    ],
    ["a flag", { query: { flag: "dnc" }, where: HAS_FLAG }],
    ["a tag of every third", { query: { tag: "investor" }, where: HAS_TAG }],
    ["sellers", { query: { pipeline_type: "seller" }, where: "pipeline_type = 'seller'" }],
    ["suspect", { query: { suspect: "true" }, where: "suspicions <> '{}'" }],
  ];
}

/** Every width of result. */
const WORDS: Record<string, readonly string[]> = {
  "a frequent first name": ["james", "mary", "john"],
  "a rare name": ["xavier lovelace", "zoë hayes", "wanda diaz"],
  "two letters": ["an", "ma", "er"],
  "an email": ["mary.smith", "@mail3.test", "james.garcia"],
  "a phone number": ["(208) 201-2345", "2030077", "208 2050505"],
  "a word of the subject": ["selling", "tour saturday", "shop"],
  "in no lead": ["zebra quantum", "qqqq", "(999) 555-0000"],
};

export function consoleRequests(brokerageId: number, leads: number): ConsoleRequest[] {
  const one = (page: string, what: string, path: string, ...bare: string[]): ConsoleRequest => ({
    page,
    what,
    paths: [path],
    bare: [bare],
  });
  const several = (page: string, what: string, lists: LeadList[]): ConsoleRequest => {
    const made = lists.map((list) => leadList(brokerageId, list));
    return { page, what, paths: made.map(({ path }) => path), bare: made.map(({ bare }) => bare) };
  };
  const withWords = (words: string, more: LeadList = {}): LeadList => ({
    ...more,
    query: { ...more.query, q: words },
    where: [more.where, hasWords(words)].filter(Boolean).join(" and "),
  });
  const ids = Array.from({ length: 20 }, (_, nth) => 1 + Math.floor((nth * leads) / 20 / 1000) * 1000);
  const ofLeads = (what: string, part: string, bare: (id: number) => string): ConsoleRequest => ({
    page: "Lead",
    what,
    paths: ids.map((id) => `${LEADS}/${id}${part}`),
    bare: ids.map((id) => [bare(id)]),
  });
  const own = `brokerage_id = ${brokerageId}`;
  const words = Object.entries(WORDS);
  return [
    one(
      "Today",
      "figures, follow-ups, by agent",
      "/api/v1/admin/dashboard",
      `select stage, count(*) from leads where ${own} group by stage`,
      `select ${COLUMNS} from leads where ${own} and follow_up_due_at <= now() order by follow_up_due_at limit 20`,
      `select assigned_agent_id, count(*) from leads where ${own} and stage in ('NEW', 'CONTACTING', 'QUALIFIED', 'COMMITTED', 'IN_CONTRACT')
      group by 1`,
    ),
    several("Today", "who waits", [
      {
        query: { stage: "NEW", sort: "created_at" },
        where: "stage = 'NEW'",
        order: "created_at, id",
        size: 100,
      },
    ]),
    ...listsOf(brokerageId, leads).map(([what, list]) => several("Leads", what, [list])),
    ...words.map(([what, texts]) =>
      several(
        "Leads, words",
        what,
        texts.map((text) => withWords(text)),
      ),
    ),
    several("Leads, words", "two letters, page 500", [withWords("an", { page: Math.ceil(leads / 200) })]),
    several("Leads, words", "a name, archived, hottest first", [
      withWords("smith", {
        query: { stage: "ARCHIVED", sort: "-temperature" },
        where: "stage = 'ARCHIVED'",
        order: "heat desc nulls last, id desc",
      }),
    ]),
    ...words.map(([what, texts]) =>
      several(
        "⌘K, people",
        what,
        texts.map((text) => withWords(text, { size: PALETTE_SIZE })),
      ),
    ),
    one(
      "Board",
      "25 cards of each stage",
      `${LEADS}/board?per_column=25`,
      `select stage, count(*) from leads where ${own} group by stage`,
      `select * from (
        select ${COLUMNS}, row_number() over (
          partition by stage order by case when stage = 'NEW' then stage_entered_at end, stage_entered_at desc
        ) as nth
        from leads where ${own}
      ) as numbered where nth <= 25`,
    ),
    ofLeads("the lead", "", (id) => `select * from leads where id = ${id}`),
    ofLeads(
      "timeline",
      "/transitions",
      (id) => `select * from lead_events where lead_id = ${id} order by occurred_at, id`,
    ),
    ofLeads("messages", "/messages", (id) => `select * from messages where lead_id = ${id} order by id desc`),
    ofLeads("visits", "/visits", (id) => `select * from visitor_sessions where lead_id = ${id}`),
    ofLeads("flags", "/flags", (id) => `select * from lead_flags where lead_id = ${id} order by id`),
    one(
      "Listings",
      "newest",
      "/api/properties?state=any&page_size=25",
      "select count(*) from listings",
      "select * from listings order by list_date desc, id desc limit 25",
    ),
    one(
      "Listings",
      "price and bedrooms",
      "/api/properties?state=any&max_price=600000&min_beds=3&sort_by=list_price&sort_order=asc&page_size=25",
      "select count(*) from listings where list_price <= 600000 and beds >= 3",
      "select * from listings where list_price <= 600000 and beds >= 3 order by list_price, id limit 25",
    ),
    one(
      "⌘K, homes",
      "an address",
      "/api/search/autocomplete?q=120&limit=20",
      "select address from listings where address ilike '120%' limit 20",
    ),
    one(
      "Messages",
      "newest",
      "/api/v1/admin/messages",
      `select count(*) from messages where ${own}`,
      `select * from messages where ${own} order by id desc limit 20`,
    ),
    one(
      "Messages",
      "last page",
      `/api/v1/admin/messages?page_size=100&page=${Math.ceil((leads * 2) / 100)}`,
      `select count(*) from messages where ${own}`,
      `select * from messages where ${own} order by id desc limit 100 offset ${leads * 2 - 100}`,
    ),
    one(
      "Audit",
      "newest",
      "/api/admin/audit-log",
      `select count(*) from audit_log where ${own}`,
      `select * from audit_log where ${own} order by id desc limit 20`,
    ),
    one(
      "Audit",
      "of one record",
      "/api/admin/audit-log?target_type=lead&target_id=7",
      `select * from audit_log where ${own} and target_type = 'lead' and target_id = '7' order by id desc limit 20`,
    ),
    one(
      "People",
      "agents",
      "/api/admin/agents?page_size=100",
      `select * from agents where ${own} order by id limit 100`,
    ),
  ];
}
