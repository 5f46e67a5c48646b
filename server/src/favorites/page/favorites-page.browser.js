{
  const at = (id) => document.getElementById(id);
  const root = at("favorites");
  const words = document.querySelector("h1 + p");
  words.setAttribute("aria-live", "polite");
  const { api } = root.dataset;
  const SHOWN = 20;
  const LOST = "We cannot be reached at the moment. Please try again.";

  // Under the keys of @lintel/client, which goes on from here. A browser may forbid it: then nothing is remembered, and
  // all else works.
  const stored = (key) => {
    try {
      return JSON.parse(localStorage.getItem(`lintel:${key}`));
    } catch {
      return null;
    }
  };

  // Without a token they are not signed in any more, but the session is still theirs.
  const owner = () => stored("account");
  const account = () => (owner()?.token ? owner() : null);

  function remember({ auth_token, email }, next) {
    try {
      if (owner() && owner().email !== email) leave(next);
      localStorage.setItem("lintel:account", JSON.stringify({ token: auth_token, email }));
    } catch {}
  }

  function drop(kind, which = () => true) {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(`lintel:${kind}`));
    for (const key of keys) if (which(localStorage.getItem(key))) localStorage.removeItem(key);
  }

  // As the client's signOut: removes what the browser keeps of the person, and ends their session.
  function leave(next) {
    try {
      for (const kind of ["account", "session", "unfavorite:", "event:", "view:"]) drop(kind);
      drop("favorite:", (mark) => /,1\]$/.test(mark));
      if (next) localStorage.setItem("lintel:session", JSON.stringify(next));
    } catch {}
  }

  function forgetToken() {
    try {
      localStorage.setItem("lintel:account", JSON.stringify({ email: owner().email }));
    } catch {}
  }

  function showText(text, form) {
    words.textContent = text;
    for (const each of ["open", "ask", "leave"]) at(each).hidden = each !== form;
    at("list").hidden = form !== "leave" || at("list").childElementCount === 0;
  }

  async function call(path, options) {
    const response = await fetch(api + path, { cache: "no-store", ...options });
    const body = await response.json();
    if (response.ok) return body;
    const detail =
      typeof body.detail === "string" ? body.detail : body.detail.map(({ msg }) => msg).join("; ");
    throw Object.assign(new Error(detail), { refused: response.status < 500 });
  }

  const naming = (session) => (session ? { "X-Session-ID": session } : {});

  // The browser's cookie names it from then on, which no script can change otherwise.
  async function newSession() {
    const made = await call("/../sessions", { method: "POST" }).catch(() => null);
    return made?.session_id;
  }

  async function show({ favorites, email }) {
    const many = { 0: "You have no favorites yet", 1: "You have 1 favorite" }[favorites.length];
    const entries = favorites.slice(0, SHOWN).map((id) => {
      const link = document.createElement("a");
      link.href = `${api}/properties/${encodeURIComponent(id)}/pdf`;
      link.textContent = `Listing ${id} (PDF)`;
      const entry = document.createElement("li");
      entry.append(link);
      return { id, entry, link };
    });
    const more = favorites.length - entries.length;
    at("list").replaceChildren(...entries.map(({ entry }) => entry));
    if (more > 0)
      at("list").append(Object.assign(document.createElement("li"), { textContent: `and ${more} more` }));
    showText(`${many ?? `You have ${favorites.length} favorites`}. You are signed in as ${email}.`, "leave");
    for (const { id, entry, link } of entries) {
      try {
        const listing = await call(`/properties/${encodeURIComponent(id)}`);
        const place = [listing.address, listing.city].filter(Boolean).join(", ");
        const price = listing.list_price && `$${listing.list_price.toLocaleString("en-US")}`;
        link.textContent = `${[place || `Listing ${id}`, price].filter(Boolean).join(" · ")} (PDF)`;
      } catch (error) {
        if (error.refused) entry.textContent = `Listing ${id}: not on the market any more`;
      }
    }
  }

  // One submission at a time.
  function onSubmit(id, work) {
    at(id).addEventListener("submit", async (event) => {
      event.preventDefault();
      const button = event.target.querySelector("button");
      if (button.disabled) return;
      button.disabled = true;
      try {
        await work();
      } catch (error) {
        showText(error.refused ? error.message : LOST, error.refused ? "ask" : id);
      } finally {
        button.disabled = false;
      }
    });
  }

  const token = new URLSearchParams(location.hash.slice(1)).get("token");

  onSubmit("open", async () => {
    // The reply names the link's owner; the session of the person who was signed in must not become the owner's.
    const session = owner() ? await newSession() : stored("session");
    const path = `/v1/favorites/verify/${encodeURIComponent(token)}`;
    const found = await call(path, { headers: naming(session) }).catch((error) => {
      // Most open their link again to see what they have seen before.
      if (error.refused && account()) return null;
      throw error;
    });
    // The token is used up, and must not stay in the history.
    history.replaceState(null, "", location.pathname + location.search);
    if (!found) return showOwn();
    remember(found, session);
    await show(found);
  });

  onSubmit("ask", async () => {
    const { message } = await call("/v1/favorites/magic-link", {
      method: "POST",
      headers: { "Content-Type": "application/json", ...naming(stored("session")) },
      body: JSON.stringify({ email: at("email").value }),
    });
    // The address may have been a wrong one.
    showText(message, "ask");
  });

  onSubmit("leave", async () => {
    leave();
    showText("You are signed out. To see your favorites here again, have a link sent to your email.", "ask");
    leave(await newSession());
  });

  function open() {
    if (token) return showText(words.textContent, "open");
    if (!account()) return showText("To see your favorites here, have a link sent to your email.", "ask");
    return showOwn();
  }

  async function showOwn() {
    const { token, email } = account();
    try {
      const headers = { Authorization: `Bearer ${token}` };
      await show({ ...(await call("/v1/favorites", { headers })), email });
    } catch (error) {
      if (error.refused) forgetToken();
      showText(error.refused ? error.message : LOST, "ask");
    }
  }
  open();
}
