import { createFavorites, createTracker } from "/lintel/tracker.js";

// `npm start` serves the demo there; `?api=https://…` shows another brokerage on one of its own domains.
const API = new URLSearchParams(location.search).get("api") ?? "http://localhost:8000";

const tracker = createTracker({ baseUrl: API });
const favorites = createFavorites({ baseUrl: API, tracker });
const $ = (id) => document.getElementById(id);
const dollars = (amount) => `$${amount.toLocaleString("en-US")}`;

/** What an element is made of; text is always text, never markup. */
function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

async function ask(path, { body, session = false, method = body ? "POST" : "GET" } = {}) {
  const headers = {
    ...(body && { "Content-Type": "application/json" }),
    ...(session && { "X-Session-ID": await tracker.sessionId() }),
  };
  const response = await fetch(API + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.detail);
  return answer;
}

function notice(text) {
  $("notice").textContent = text;
  $("notice").hidden = false;
  setTimeout(() => {
    $("notice").hidden = true;
  }, 5000);
}

// --- Searching

let page = 1;

async function search(at = 1) {
  const wanted = new URLSearchParams([...new FormData($("search"))].filter(([, value]) => value !== ""));
  const { items, total } = await ask(
    `/api/properties?page=${at}&page_size=24&property_type=Residential&status=Active&${wanted}`,
  );
  page = at;
  if (at === 1) $("listings").replaceChildren();
  $("listings").append(...items.map(card));
  const shown = $("listings").childElementCount;
  $("count").textContent = `${total.toLocaleString("en-US")} homes`;
  $("more").hidden = items.length === 0 || shown >= total;
  $("more").textContent = `Show more (${(total - shown).toLocaleString("en-US")} left)`;
}

// One page at a time, however often it is clicked.
$("more").onclick = async () => {
  $("more").disabled = true;
  await search(page + 1).catch(failed);
  $("more").disabled = false;
};

function card(listing) {
  const open = make(
    "button",
    { className: "open", onclick: () => show(listing.listing_id) },
    make("img", { src: listing.photos[0] ?? "", alt: "", loading: "lazy" }),
    make(
      "div",
      { className: "words" },
      make("div", { className: "price", textContent: dollars(listing.list_price) }),
      make("div", { textContent: listing.address ?? "Address on request" }),
      make("div", { className: "quiet", textContent: factsOf(listing) }),
    ),
  );
  return make("li", { className: "card" }, open, heart(listing));
}

const factsOf = ({ beds, baths, sqft, city }) =>
  [beds && `${beds} beds`, baths && `${baths} baths`, sqft && `${sqft.toLocaleString("en-US")} sqft`, city]
    .filter(Boolean)
    .join(" · ");

$("search").addEventListener("change", ({ target }) => {
  if (target.value !== "") {
    const value = target.name === "city" ? target.value : Number(target.value);
    tracker.trackFilter({ min_beds: "beds", max_price: "price_max", city: "city" }[target.name], value);
  }
  search().catch(failed);
});

// --- Looking at one

async function show(id) {
  const listing = await ask(`/api/properties/${encodeURIComponent(id)}`);
  const view = tracker.trackView(id);
  const look = (at) => {
    $("photo").src = listing.photos[at] ?? "";
    view.photo(at);
  };
  $("photo").onclick = () => view.zoom();
  $("photos").replaceChildren(
    ...listing.photos.map((url, at) => {
      const button = make("button", { ariaLabel: `Photo ${at + 1}`, onclick: () => look(at) });
      button.style.backgroundImage = `url("${encodeURI(url)}")`;
      return button;
    }),
  );
  $("tools").querySelector(".heart")?.remove();
  $("tools").prepend(heart(listing));
  $("title").textContent = `${dollars(listing.list_price)} · ${listing.address ?? "Address on request"}`;
  $("facts").textContent = factsOf(listing);
  $("description").textContent = listing.description ?? "";
  look(0);
  $("listing").onclose = () => {
    view.end();
    // Else after five seconds without a click; the page wants to show at once what has been understood.
    tracker.flush().then(refresh).catch(failed);
  };
  $("listing").showModal();
}

// --- What has been understood

const words = {
  price: ({ min, max }) =>
    `${min ? dollars(min) : "Up to"}${min && max ? " to " : " "}${max ? dollars(max) : "and more"}`,
  bedrooms: ({ min }) => `${min} bedrooms or more`,
  bathrooms: ({ min }) => `${min} bathrooms or more`,
};

/** Every preference with the name that its address has. */
function flat(preferences) {
  const single = ["price", "bedrooms", "bathrooms"]
    .filter((type) => preferences[type])
    .map((type) => ({ type, key: type, text: words[type](preferences[type]), ...preferences[type] }));
  const places = preferences.locations.map((each) => ({
    type: "locations",
    key: each.value,
    text: each.value,
    ...each,
  }));
  const items = ["features", "property_types"].flatMap((type) =>
    preferences[type].map((each) => ({ ...each, type, text: each.key.replaceAll("_", " ") })),
  );
  return [...single, ...places, ...items];
}

async function refresh() {
  const { preferences, ready, assigned_agent_id } = await ask("/sessions/scribe-status", { session: true });
  const known = flat(preferences);
  $("learning").hidden = known.length > 0;
  $("preferences").replaceChildren(...known.map(preferenceRow));
  const { agents } = ready ? await ask("/sessions/suggested-agents", { session: true }) : { agents: [] };
  const mine =
    assigned_agent_id && ((await allAgents()).find(({ id }) => String(id) === assigned_agent_id) ?? {});
  $("agent").hidden = !mine;
  $("agent").textContent = `Your agent: ${mine?.name ?? "chosen"}`;
  $("no-agents").hidden = agents.length > 0 || Boolean(mine);
  $("agents").replaceChildren(...agents.map((agent) => agentRow(agent, assigned_agent_id)));
}

let requestedAgents;
/** For the name of one who is suggested no more. */
function allAgents() {
  requestedAgents ??= ask("/api/public/agents").then(({ items }) => items);
  return requestedAgents;
}

function preferenceRow({ type, key, text, confidence, confirmed }) {
  const judge = (action) => async () => {
    const path = `/sessions/preferences/${type}/${encodeURIComponent(key)}/confirm`;
    await ask(path, { session: true, body: { action } }).then(refresh, failed);
  };
  // Nothing that counts is at 0: they have said no.
  if (confidence === 0) {
    return make(
      "li",
      { className: "row" },
      make("span", {}, make("s", { textContent: text })),
      make("button", {
        textContent: "Bring back",
        ariaLabel: `Bring back: ${text}`,
        onclick: judge("confirm"),
      }),
    );
  }
  const no = make("button", { textContent: "✕", ariaLabel: `No: ${text}`, onclick: judge("reject") });
  const buttons = confirmed
    ? [make("small", { className: "said", textContent: "You said so" }), no]
    : [
        make("progress", { max: 100, value: confidence, title: `${Math.round(confidence)} % sure` }),
        make("button", { textContent: "✓", ariaLabel: `Yes: ${text}`, onclick: judge("confirm") }),
        no,
      ];
  return make("li", { className: "row" }, make("span", { textContent: text }), ...buttons);
}

function agentRow({ id, name, photo_url, match_label, reasons }, chosen) {
  const choose = () =>
    ask("/sessions/assign-agent", { session: true, body: { agent_id: id } }).then(refresh, failed);
  const is = id === chosen;
  return make(
    "li",
    { className: "row" },
    ...(photo_url ? [make("img", { src: photo_url, alt: "" })] : []),
    make("span", {}, make("b", { textContent: name }), ` ${match_label}`),
    make("button", {
      textContent: is ? "Chosen" : "Choose",
      ariaLabel: `${is ? "Chosen" : "Choose"}: ${name}`,
      disabled: is,
      onclick: choose,
    }),
    make("small", { textContent: reasons.join(" · ") }),
  );
}

// --- Favorites

function heart({ listing_id, address }) {
  const button = make("button", { className: "heart", type: "button" });
  // Whether it is one, aria-pressed says.
  button.ariaLabel = `Favorite: ${address ?? "address on request"}`;
  button.dataset.listing = listing_id;
  button.onclick = () => favorites.toggle(listing_id);
  return paint(button);
}

function paint(button) {
  const is = favorites.has(button.dataset.listing);
  button.ariaPressed = String(is);
  button.textContent = is ? "♥" : "♡";
  return button;
}

const titles = new Map();

/** Its address; the id until that is known. */
function titleOf(id) {
  if (titles.has(id)) return titles.get(id);
  titles.set(id, id);
  ask(`/api/properties/${encodeURIComponent(id)}`).then(({ address, city }) => {
    titles.set(id, [address ?? "Address on request", city].filter(Boolean).join(", "));
    showFavorites();
  }, failed);
  return id;
}

function favoriteRow(id) {
  const title = titleOf(id);
  return make(
    "li",
    { className: "row" },
    make("span", {}, make("button", { textContent: title, onclick: () => show(id).catch(failed) })),
    make("button", { textContent: "✕", ariaLabel: `Remove ${title}`, onclick: () => favorites.remove(id) }),
  );
}

function showFavorites() {
  document.querySelectorAll(".heart").forEach(paint);
  $("favorites").replaceChildren(...favorites.list().map(favoriteRow));
  $("how-many").textContent = favorites.list().length || "";
  const email = favorites.email();
  $("account").textContent = email ? `Kept for ${email}, wherever you are.` : "Kept in this browser.";
  $("ask").hidden = $("verify").hidden = email !== null;
  $("sign-out").hidden = email === null;
}

$("ask").addEventListener("submit", async (event) => {
  event.preventDefault();
  const email = new FormData($("ask")).get("email");
  await favorites
    .requestLink(email)
    .then(() => notice("The link is sent: the demo shows it at http://localhost:8000/outbox."), failed);
});
// On a click, never by itself: what looks through emails for harm opens their links too.
$("verify").addEventListener("submit", async (event) => {
  event.preventDefault();
  const token = String(new FormData($("verify")).get("link")).split("#token=")[1];
  const welcome = () => {
    $("verify").reset();
    notice("Welcome back.");
    return refresh();
  };
  await favorites.verify(token).then(welcome).catch(failed);
});
if (location.hash.startsWith("#token=")) $("verify").elements.link.value = location.href;
$("sign-out").onclick = () => favorites.signOut().then(refresh).catch(failed);
favorites.subscribe(showFavorites);

$("forget").onclick = async () => {
  try {
    await tracker.clear();
    await favorites.signOut();
    for (const id of favorites.list()) favorites.remove(id);
    // Removing favorites is not recorded as an event.
    await tracker.clear();
    location.reload();
  } catch (error) {
    failed(error);
  }
};

const failed = (error) => notice(error.message);

async function start() {
  showFavorites();
  setInterval(() => {
    $("pending").textContent = tracker.pending();
  }, 500);
  const [cities] = await Promise.all([ask("/api/properties/cities/list"), search()]);
  const select = $("search").elements.city;
  for (const { city, count } of (cities.cities ?? cities).slice(0, 30)) {
    select.append(make("option", { value: city, textContent: `${city} (${count})` }));
  }
  await refresh();
}
start().catch((error) => notice(`Is Lintel running at ${API} (npm start)? ${error.message}`));
