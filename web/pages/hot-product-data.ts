import { ApiError } from "#contract/errors.ts";
import { links } from "#contract/links.ts";
import { type LoaderArgs, type Redirect, redirectTo } from "#client/router/page.ts";
import { readHotProduct } from "#shop/catalogue/endpoints.ts";
import { hotTiles } from "#shop/catalogue/subcategories.ts";

/**
 * The home page has six tiles for products. Redirects /product-1 to /product-6 to the product of that tile, or to the
 * listing of its category if the tile has no product (D26).
 */
export async function loader({ call, url, signal }: LoaderArgs): Promise<Redirect> {
  const tile = url.pathname.replaceAll(/\D/g, "");
  const kind = hotTiles[Number(tile) - 1]?.subcategory ?? "";
  const { productId, subcategory } = await call(readHotProduct, { params: { tile } }, signal).catch(
    (cause: unknown) => {
      // Other backends may not have this endpoint, so treat every error response as a tile without a product (§7,
      // D101).
      if (!(cause instanceof ApiError) || cause.status === 0) throw cause;
      return { productId: null, subcategory: undefined };
    },
  );
  if (productId) return redirectTo(links.product(productId));
  return redirectTo(links.products({ subcategory: subcategory ?? kind }));
}
