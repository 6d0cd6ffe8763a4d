import { links } from "#contract/links.ts";
import type { PictureRef } from "#contract/picture.ts";
import { type Failed, isFailed } from "#client/load.ts";
import { listWidths } from "#shop/media/picture-sizes.ts";
import { getPlainHref } from "#shop/media/pictures.ts";
import type { ProductCard } from "../card.ts";
import type { ProductImage } from "../product.ts";

/** A card without what the page's markup says of it already, in attributes: its texts may be translated by then. */
type DehydratedCard = Omit<ProductCard, "_id" | "images" | keyof Reduction> & {
  /** The first as the markup shows it, of another what its address has of its own; any of them may be whole. */
  images: (string | ProductImage)[];
} & Partial<Reduction>;

/** Travels only where a product costs less than before. */
type Reduction = Pick<ProductCard, "originalPrice" | "discount">;

type Cards<Card> = { cards: Card[] } | Failed;

/** The addresses that the shop's own pictures have: all else follows from them. */
const USUAL_END = ".{w}.{f}";

/**
 * The cards of a page as they travel beside its markup; the first `shown` of them are in it, in this order. Where a
 * product comes twice they travel whole, because a list shows it once.
 */
export function dehydrateCards<Part extends { cards: ProductCard[] }>(
  part: Part | Failed,
  shown = Infinity,
): Cards<DehydratedCard | ProductCard> {
  if (isFailed(part) || new Set(part.cards.map(({ _id }) => _id)).size < part.cards.length) return part;
  return { ...part, cards: part.cards.map((card, index) => (index < shown ? dehydrateCard(card) : card)) };
}

/** The cards again, from what travelled and the markup of the page. */
export function hydrateCards(
  part: Cards<DehydratedCard | ProductCard>,
  root: ParentNode,
): Cards<ProductCard> {
  if (isFailed(part)) return part;
  const elements = root.querySelectorAll("article");
  return {
    ...part,
    cards: part.cards.map((card, index) => ("_id" in card ? card : hydrateCard(card, elements[index]))),
  };
}

function dehydrateCard(card: ProductCard): DehydratedCard {
  const { _id: _read, images, originalPrice, discount, ...rest } = card;
  const isReduced = originalPrice !== rest.price || discount !== 0;
  const others = { ...rest, ...(isReduced && { originalPrice, discount }) };
  const [first, ...more] = images;
  if (first?.alt === undefined || !isUsual(first)) return { ...others, images };
  return { ...others, images: ["", ...more.map((image) => getOwnEnd(image, first.picture) ?? image)] };
}

function hydrateCard({ images, ...card }: DehydratedCard, element: HTMLElement | undefined): ProductCard {
  const link = element?.querySelector("a");
  if (!element || !link) throw new Error("A card is not in the page's markup.");
  const pictureOf = (ownEnd: string): ProductImage => {
    const first = readImage(element);
    if (ownEnd === "") return first;
    const { width, height, src } = first.picture;
    return toImage({ width, height, src: getBeginning(src) + ownEnd });
  };
  return {
    originalPrice: card.price,
    discount: 0,
    ...card,
    _id: decodeURIComponent(link.pathname.slice(links.product("").length)),
    images: images.map((image) => (typeof image === "string" ? pictureOf(image) : image)),
  };
}

type PicturedImage = ProductImage & { picture: PictureRef };

const isUsual = (image: ProductImage): image is PicturedImage =>
  image.picture !== undefined &&
  image.picture.src.endsWith(USUAL_END) &&
  String(image.picture.widths) === String(listWidths(image.picture.width)) &&
  image.url === getPlainHref(image.picture);

/** The address by which a picture without words differs from the first of its product; null where more differs. */
function getOwnEnd(image: ProductImage, { src, width, height }: PictureRef): string | null {
  if (!isUsual(image) || image.alt !== undefined || image.picture.placeholder !== undefined) return null;
  const { picture } = image;
  const isLike = picture.width === width && picture.height === height;
  return isLike && getBeginning(picture.src) === getBeginning(src)
    ? picture.src.slice(getBeginning(src).length)
    : null;
}

/** `/pictures/products/teak-tray` of `/pictures/products/teak-tray-1.97545232.{w}.{f}`. */
const getBeginning = (src: string): string => src.slice(0, src.lastIndexOf("-"));

function toImage(given: Omit<PictureRef, "widths">): PicturedImage {
  const picture = { ...given, widths: listWidths(given.width) };
  return { url: getPlainHref(picture), picture };
}

/** `ui/picture.tsx` writes the photograph within a choice of formats, and a placeholder before that. */
function readImage(element: HTMLElement): PicturedImage {
  const photograph = element.querySelector<HTMLImageElement>("picture > img");
  if (!photograph) throw new Error("A card has lost its picture.");
  const placeholder = photograph.parentElement?.previousElementSibling?.getAttribute("src");
  const image = toImage({
    src: (photograph.getAttribute("src") ?? "").replace(/\.\d+\.webp$/, USUAL_END),
    width: Number(photograph.getAttribute("width")),
    height: Number(photograph.getAttribute("height")),
    ...(placeholder && { placeholder }),
  });
  return { ...image, alt: photograph.alt };
}
