import { escapeHtml } from "#contract/html.ts";
import {
  CANONICAL,
  OPEN_GRAPH,
  OPEN_GRAPH_IMAGE,
  type PageHead,
  type Site,
  STRUCTURED,
  buildTags,
} from "./head-tags.ts";
import { buildTitle } from "./title.ts";

/** `structuredData` contains schema.org objects (JSON-LD). */
export function renderHead(head: PageHead, shop: Site, structuredData: readonly object[] = []): string {
  const tags = buildTags(head, shop).map(({ tag, attributes }) => {
    const text = Object.entries(attributes)
      .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
      .join(" ");
    return `<${tag} ${text}>`;
  });
  const structured = structuredData.map((fact) => {
    const json = JSON.stringify({ "@context": "https://schema.org", ...fact });
    return `<script type="${STRUCTURED}">${json.replaceAll("<", String.raw`\u003c`)}</script>`;
  });
  return `<title>${escapeHtml(buildTitle(head, shop))}</title>${[...tags, ...structured].join("")}`;
}

export function applyTags(head: PageHead, shop: Site): void {
  const newTags = buildTags(head, shop);
  const previous = readCanonical();
  for (const selector of ALL_KEYS) {
    const tag = newTags.find(({ key }) => key === selector);
    const existing = document.head.querySelector(selector);
    if (!tag) {
      existing?.remove();
      continue;
    }
    const element = existing ?? document.head.appendChild(document.createElement(tag.tag));
    for (const [name, value] of Object.entries(tag.attributes)) element.setAttribute(name, value);
  }
  // Keep the server's structured data until another page opens, because crawlers that run scripts need it.
  if (readCanonical() === previous) return;
  for (const fact of document.head.querySelectorAll(`script[type="${STRUCTURED}"]`)) fact.remove();
}

const readCanonical = () => document.head.querySelector(CANONICAL)?.getAttribute("href");

const ALL_KEYS = [
  ...["description", "robots", "twitter:card"].map((name) => `meta[name="${name}"]`),
  CANONICAL,
  ...[...OPEN_GRAPH, ...OPEN_GRAPH_IMAGE].map((name) => `meta[property="og:${name}"]`),
];
