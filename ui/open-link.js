/* Opens a page behind a signed link (platform/pages/link-page.ts): posts the link that stands in the fragment of the address, and shows
   the answer in this page. The address stays, so reloading and going back work; the link goes to the server in a body alone. */

const form = document.getElementById("open-link");
const news = document.getElementById("opening");
const place = `link of ${location.pathname}`;

/** The link is kept for this tab, because a payment provider's page leads back without it. */
function findLink() {
  const link = location.hash.slice(1);
  try {
    if (link !== "") sessionStorage.setItem(place, link);
    return link || sessionStorage.getItem(place) || "";
  } catch {
    // A browser may keep nothing.
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
  // A proxy answers with a page of its own while the shop is away.
  if (main === null) throw new Error("no page of the shop");
  document.title = page.title;
  return main;
}

// Another link that is pasted into the address changes the fragment only.
addEventListener("hashchange", () => location.reload());

const link = findLink();
if (link !== "") void openLink(link);
