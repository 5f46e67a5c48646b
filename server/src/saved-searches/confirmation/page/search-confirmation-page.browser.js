{
  const at = (id) => document.getElementById(id);
  const words = document.querySelector("h1 + p");
  words.setAttribute("aria-live", "polite");
  const { api } = at("search").dataset;
  const LOST = "We cannot be reached at the moment. Please try again.";
  const token = new URLSearchParams(location.hash.slice(1)).get("token");

  function showText(text, isOpen = false) {
    words.textContent = text;
    at("save").hidden = !isOpen;
  }

  async function confirm() {
    const response = await fetch(`${api}/v1/searches/confirm/${encodeURIComponent(token)}`, {
      method: "POST",
      cache: "no-store",
    });
    const body = await response.json();
    if (response.ok) return body;
    throw Object.assign(new Error(body.detail), { refused: response.status < 500 });
  }

  // Under the key of @lintel/client, which goes on from here. A browser may forbid it: then nothing is remembered.
  function remember({ auth_token }) {
    try {
      const { email } = JSON.parse(atob(auth_token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/")));
      const known = JSON.parse(localStorage.getItem("lintel:account"));
      if (known && known.email !== email) return;
      localStorage.setItem("lintel:account", JSON.stringify({ token: auth_token, email }));
    } catch {}
  }

  at("save").addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = event.target.querySelector("button");
    if (button.disabled) return;
    button.disabled = true;
    try {
      const confirmed = await confirm();
      // The token is used up, and must not stay in the history.
      history.replaceState(null, "", location.pathname + location.search);
      remember(confirmed);
      const { total } = confirmed.search;
      const homes = total === 1 ? "1 home matches" : `${total.toLocaleString("en-US")} homes match`;
      showText(`Your search is saved. ${homes} now; you hear of new ones by email.`);
    } catch (error) {
      showText(error.refused ? error.message : LOST, !error.refused);
    } finally {
      button.disabled = false;
    }
  });

  if (token) showText(words.textContent, true);
  else showText("This page needs the whole link of your email. Please open it again.");
}
