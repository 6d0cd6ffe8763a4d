import { links } from "#contract/links.ts";
import { type LoaderArgs, type Redirect, redirectTo } from "#lib/router/page.ts";
import { readHotProduct } from "#shop/catalogue/endpoints.ts";

/** /product-1 to /product-6 lead to the product on that tile, else to the listing of its kind (D26). */
export async function loader({ call, url, signal }: LoaderArgs): Promise<Redirect> {
  const tile = url.pathname.replaceAll(/\D/g, "");
  const { productId, subcategory } = await call(readHotProduct, { params: { tile } }, signal);
  return redirectTo(productId === null ? links.products({ subcategory }) : links.product(productId));
}
