import { ApiError } from "#contract/errors.ts";
import { links } from "#contract/links.ts";
import { type LoaderArgs, type Redirect, redirectTo } from "#client/router/page.ts";
import { readHotProduct } from "#shop/catalogue/endpoints.ts";
import { hotTiles } from "#shop/catalogue/subcategories.ts";

/**
 * Redirects `/product-1` … `/product-6` to the products in the tiles 1 … 6 of the home page. A tile without a product
 * leads to the listing of its subcategory (D26).
 */
export async function loader({ call, url, signal }: LoaderArgs): Promise<Redirect> {
  const tile = url.pathname.replaceAll(/\D/g, "");
  const kind = hotTiles[Number(tile) - 1]?.subcategory ?? "";
  const { productId, subcategory } = await call(readHotProduct, { params: { tile } }, signal).catch(
    (cause: unknown) => {
      // A backend may lack this endpoint, so every error response means that the tile has no product (§7, D101).
      if (!(cause instanceof ApiError) || cause.status === 0) throw cause;
      return { productId: null, subcategory: undefined };
    },
  );
  if (productId) return redirectTo(links.product(productId));
  return redirectTo(links.products({ subcategory: subcategory ?? kind }));
}
