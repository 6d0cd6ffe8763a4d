import { TAX_RATES } from "#shop/pricing/tax-rates.ts";
import { isFilledIn, type Seller } from "../seller.ts";
import type { SellerInFile } from "./seller-file.ts";

/**
 * The seller of the owner's file as shoppers see them. The samples that came with the shop are all shown alike (D103);
 * values that begin with REPLACE are for the owner, not for shoppers (D88).
 */
export function toSeller({
  tradeName,
  phone,
  email,
  socialLinks,
  address,
  grievanceOfficer,
  taxRates,
  ...texts
}: SellerInFile): Seller {
  const { legalName, state, gstin, jurisdictionCity } = texts;
  const whole = (part: Record<string, string>) => Object.values(part).every(isFilledIn);
  return {
    tradeName,
    phone,
    email,
    socialLinks: socialLinks.filter(({ url }) => isFilledIn(url)),
    // A version that was imported before the rates were read has none.
    taxRates: taxRates ?? TAX_RATES,
    ...(isFilledIn(legalName) && { legalName }),
    ...(whole(address) && { address }),
    ...(isFilledIn(state) && { state }),
    ...(isFilledIn(gstin) && { gstin }),
    ...(whole(grievanceOfficer) && { grievanceOfficer }),
    ...(isFilledIn(jurisdictionCity) && { jurisdictionCity }),
  };
}
