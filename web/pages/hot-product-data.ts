import { redirect, type LoaderFunctionArgs } from "react-router";
import { links } from "#contract/links.ts";
import { callContext } from "#lib/load.ts";
import { readHotProduct } from "#shop/catalogue/endpoints.ts";

/** /product-1 to /product-6 lead to the product on that tile, else to the listing of its kind (D26). */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Response> {
  const tile = new URL(request.url).pathname.replaceAll(/\D/g, "");
  const { productId, subcategory } = await context.get(callContext)(readHotProduct, { params: { tile } });
  return redirect(productId === null ? links.products({ subcategory }) : links.product(productId));
}
