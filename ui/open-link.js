/* Opens a page with a signed link (platform/pages/link-page.ts). Reads the link from the URL's fragment, posts it, and
   shows the response in this page. The link is only sent in the request body. The URL does not change, so reloading and
   going back work. */

const form = document.getElementById("open-link");
const news = document.getElementById("opening");
const place = `link of ${location.pathname}`;

/** Returns the link. Stores it for this tab, because a payment provider redirects back to a URL without the link. */
function findLink() {
  const link = location.hash.slice(1);
  try {
    if (link !== "") sessionStorage.setItem(place, link);
    return link || sessionStorage.getItem(place) || "";
  } catch {
    // Reading or writing the browser's storage failed. Use the link without storing it.
    return link;
  }
}

async function openLink(link) {
  form.hidden = true;
  news.textContent = "One moment, please.";
  try {
    const main = await fetchMain(link);
    document.querySelector("main").replaceWith(main);
  } catch {
    form.elements.namedItem("link").value = link;
    form.hidden = false;
    news.textContent = "It could not be opened just now. Please try again.";
  }
}

async function fetchMain(link) {
  const answer = await fetch(location.pathname, {
    method: "POST",
    headers: { accept: "text/html" },
    body: new URLSearchParams({ link }),
    credentials: "omit",
    redirect: "error",
  });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const main = page.querySelector("body.plain > main");
  // If the response is no page of the shop, a proxy has responded with its own error page, because the shop is down.
  if (main === null) throw new Error("no page of the shop");
  document.title = page.title;
  return main;
}

// If the visitor pastes another link into the address bar, only the fragment changes and the browser does not reload.
addEventListener("hashchange", () => location.reload());

const link = findLink();
if (link !== "") void openLink(link);
