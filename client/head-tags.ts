export interface PageHead {
  title: string;
  description?: string;
  canonical?: string;
  noindex?: boolean;
  image?: SharedPicture;
  type?: "website" | "product";
}

interface SharedPicture {
  href: string;
  alt: string;
  width?: number;
  height?: number;
}

export interface Site {
  name: string;
  tagline?: string | undefined;
  about?: string | undefined;
  /** The shop's origin without a trailing slash. */
  origin: string;
  picture?: SharedPicture | undefined;
}

type Tag = { tag: "meta" | "link"; key: string; attributes: Record<string, string> };

export const STRUCTURED = "application/ld+json";

const buildMeta = (name: string, content: string): Tag => ({
  tag: "meta",
  key: `meta[name="${name}"]`,
  attributes: { name, content },
});

const buildProperty = (name: string, content: string): Tag => ({
  tag: "meta",
  key: `meta[property="${name}"]`,
  attributes: { property: name, content },
});

export const OPEN_GRAPH = ["title", "description", "type", "url", "site_name", "locale"];

export const OPEN_GRAPH_IMAGE = ["image", "image:alt", "image:width", "image:height"];

export function buildTags(head: PageHead, shop: Site): Tag[] {
  const { description, canonical } = head;
  const tags: Tag[] = [
    buildProperty("og:title", head.title),
    buildProperty("og:type", head.type ?? "website"),
    buildProperty("og:site_name", shop.name),
    buildProperty("og:locale", "en_IN"),
  ];
  if (description)
    tags.push(buildMeta("description", description), buildProperty("og:description", description));
  if (head.noindex) tags.push(buildMeta("robots", "noindex"));
  if (canonical) {
    const href = shop.origin + canonical;
    tags.push(
      { tag: "link", key: CANONICAL, attributes: { rel: "canonical", href } },
      buildProperty("og:url", href),
    );
  }
  return [...tags, ...buildImageTags(head.image ?? shop.picture, shop)];
}

function buildImageTags(picture: SharedPicture | undefined, shop: Site): Tag[] {
  const href = picture && toAbsoluteHref(picture.href, shop);
  if (!picture || !href) return [buildMeta("twitter:card", "summary")];
  const { alt, width, height } = picture;
  return [
    buildMeta("twitter:card", "summary_large_image"),
    buildProperty("og:image", href),
    buildProperty("og:image:alt", alt),
    ...(width && height
      ? [buildProperty("og:image:width", String(width)), buildProperty("og:image:height", String(height))]
      : []),
  ];
}

/** Returns the absolute URL of a path or of an http(s) URL. Returns null for other URLs, such as a `data:` picture. */
export function toAbsoluteHref(href: string, { origin }: Pick<Site, "origin">): string | null {
  if (href.startsWith("/")) return origin + href;
  return /^https?:/i.test(href) ? href : null;
}

export const CANONICAL = 'link[rel="canonical"]';
