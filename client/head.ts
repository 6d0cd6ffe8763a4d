/** What a page says of itself to browsers, search engines and anyone who shares it. */
export interface PageHead {
  title: string;
  description?: string;
  /** The one address of this page, a path (D28). */
  canonical?: string;
  noindex?: boolean;
  /** The picture beside a shared link. */
  image?: SharedPicture;
  type?: "website" | "product";
}

interface SharedPicture {
  /** A path of this shop or an absolute address. */
  href: string;
  alt: string;
  /** In pixels, where they are known. */
  width?: number;
  height?: number;
}

/** The shop's name and address, for titles and absolute links. */
export interface Site {
  name: string;
  /** Without a slash at the end. */
  origin: string;
  /** Beside the links to pages that have no picture of their own. */
  picture?: SharedPicture | undefined;
}

type Tag = { tag: "meta" | "link"; key: string; attributes: Record<string, string> };

/** The head as HTML, on the server; `facts` is structured data for search engines, each a thing of schema.org. */
export function headHtml(head: PageHead, shop: Site, facts: readonly object[] = []): string {
  const tags = tagsOf(head, shop).map(({ tag, attributes }) => {
    const text = Object.entries(attributes)
      .map(([name, value]) => `${name}="${escaped(value)}"`)
      .join(" ");
    return `<${tag} ${text}>`;
  });
  const structured = facts.map((fact) => {
    const json = JSON.stringify({ "@context": "https://schema.org", ...fact });
    return `<script type="${STRUCTURED}">${json.replaceAll("<", String.raw`\u003c`)}</script>`;
  });
  return `<title>${escaped(titleOf(head, shop))}</title>${[...tags, ...structured].join("")}`;
}

/** Brings the document's head up to date after a navigation in the browser. */
export function applyHead(head: PageHead, shop: Site): void {
  document.title = titleOf(head, shop);
  const wanted = tagsOf(head, shop);
  const before = canonicalNow();
  for (const selector of ALL_KEYS) {
    const tag = wanted.find(({ key }) => key === selector);
    const present = document.head.querySelector(selector);
    if (!tag) {
      present?.remove();
      continue;
    }
    const element = present ?? document.head.appendChild(document.createElement(tag.tag));
    for (const [name, value] of Object.entries(tag.attributes)) element.setAttribute(name, value);
  }
  // A crawler that runs scripts must still find what the server said of this page; on another it would be untrue.
  if (canonicalNow() === before) return;
  for (const fact of document.head.querySelectorAll(`script[type="${STRUCTURED}"]`)) fact.remove();
}

const STRUCTURED = "application/ld+json";
const CANONICAL = 'link[rel="canonical"]';

const canonicalNow = () => document.head.querySelector(CANONICAL)?.getAttribute("href");

const titleOf = (head: PageHead, shop: Site): string =>
  head.title.includes(shop.name) ? head.title : `${head.title} · ${shop.name}`;

const meta = (name: string, content: string): Tag => ({
  tag: "meta",
  key: `meta[name="${name}"]`,
  attributes: { name, content },
});

const property = (name: string, content: string): Tag => ({
  tag: "meta",
  key: `meta[property="${name}"]`,
  attributes: { property: name, content },
});

const OPEN_GRAPH = ["title", "description", "type", "url", "site_name", "locale"];
const OPEN_GRAPH_IMAGE = ["image", "image:alt", "image:width", "image:height"];

const ALL_KEYS = [
  ...["description", "robots", "twitter:card"].map((name) => `meta[name="${name}"]`),
  CANONICAL,
  ...[...OPEN_GRAPH, ...OPEN_GRAPH_IMAGE].map((name) => `meta[property="og:${name}"]`),
];

function tagsOf(head: PageHead, shop: Site): Tag[] {
  const { description, canonical } = head;
  const tags: Tag[] = [
    property("og:title", head.title),
    property("og:type", head.type ?? "website"),
    property("og:site_name", shop.name),
    property("og:locale", "en_IN"),
  ];
  if (description) tags.push(meta("description", description), property("og:description", description));
  if (head.noindex) tags.push(meta("robots", "noindex"));
  if (canonical) {
    const href = shop.origin + canonical;
    tags.push(
      { tag: "link", key: CANONICAL, attributes: { rel: "canonical", href } },
      property("og:url", href),
    );
  }
  return [...tags, ...imageTags(head.image ?? shop.picture, shop)];
}

function imageTags(picture: SharedPicture | undefined, shop: Site): Tag[] {
  const href = picture && absoluteHref(picture.href, shop);
  if (!picture || !href) return [meta("twitter:card", "summary")];
  const { alt, width, height } = picture;
  return [
    meta("twitter:card", "summary_large_image"),
    property("og:image", href),
    property("og:image:alt", alt),
    ...(width && height
      ? [property("og:image:width", String(width)), property("og:image:height", String(height))]
      : []),
  ];
}

/** The address from anywhere; null for a picture that only a page can hold (`data:`). */
export function absoluteHref(href: string, { origin }: Pick<Site, "origin">): string | null {
  if (href.startsWith("/")) return origin + href;
  return /^https?:/i.test(href) ? href : null;
}

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
