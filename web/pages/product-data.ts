import { links } from "#contract/links.ts";
import type { PageHead } from "#client/head-tags.ts";
import { type LoadedData, createPageLoader } from "#client/page-loader.ts";
import { listComplements, readProduct } from "#shop/catalogue/endpoints.ts";
import { ApiError } from "#contract/errors.ts";
import { type Product, productMessages, toSharedImage } from "#shop/catalogue/product.ts";

export const loader = createPageLoader(({ call, params: { id = "" } }) => ({
  product: call(readProduct, { params: { id } }).then(requireProduct),
  // Search engines read the reviews that the server renders. Browsers load the reviews later.
  ...(import.meta.env.SSR && {
    reviews: import("#shop/reviews/endpoints.ts")
      .then(({ listReviews }) => call(listReviews, { params: { productId: id } }))
      .catch(() => null),
  }),
  complements: call(listComplements, { params: { id } }).then(({ data }) => data),
}));

/** @throws ApiError if the response is invalid. The page then says that the product does not exist (§8). */
function requireProduct(product: Product | null): Product {
  if (product) return product;
  throw new ApiError(NOT_FOUND, { message: productMessages.notDisplayable });
}

export type ProductLoader = typeof loader;

export const head = ({ product }: Partial<LoadedData<ProductLoader>>): PageHead => {
  if (!product) return { title: "Product", noindex: true };
  const [image] = product.images;
  return {
    title: product.title,
    description: shortenDescription(product.description),
    canonical: links.product(product._id),
    type: "product",
    ...(image && { image: toSharedImage(image, product.title) }),
  };
};

function shortenDescription(description: string): string {
  if (description.length <= MAX_DESCRIPTION_LENGTH) return description;
  const shortened = description.slice(0, MAX_DESCRIPTION_LENGTH);
  return `${shortened.slice(0, shortened.lastIndexOf(" "))}…`;
}

const NOT_FOUND = 404;

const MAX_DESCRIPTION_LENGTH = 155;
